#pragma once

// Kernel calls that Swift's Glibc module lacks. No logic, no state. `_GNU_SOURCE` is defined in the .c files only:
// in a header it would clash with SwiftGlibc's own view of glibc.

#include "files.h"
#include "processes.h"
