#include "CJpeg.h"
