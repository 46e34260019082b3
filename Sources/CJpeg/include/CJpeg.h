#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libjpeg reports fatal errors by longjmp, which Swift cannot use. This is the whole of what needs it.

enum CJpegStatus {
    CJPEG_OK = 0,
    // libjpeg refused the data; `message` says why.
    CJPEG_REFUSED = 1,
    // The decoder's idea of width and height is not the one given.
    CJPEG_SIZE_DIFFERS = 2,
    CJPEG_NO_MEMORY = 3
};

struct CJpegReport {
    // Pixels as the decoder's header reader found them.
    uint32_t width;
    uint32_t height;
    // Rows that were written; on an error those before it.
    uint32_t rows;
    // Rows that were written when the data first fell short; `height` when it did not.
    uint32_t rows_before_gap;
    // libjpeg's warnings about the data.
    long warnings;
    // Image data is missing: the file or a segment of it ends early.
    bool truncated;
    bool progressive;
    // The first warning or the fatal error, in libjpeg's words; empty when there was none.
    char message[200];
};

// Decodes a whole JPEG into 8-bit gray rows of `stride` bytes at `pixels`, which holds `height` of them.
// CMYK and YCCK are turned to gray here, Adobe's inverted values included. A progressive file may have 1,000 scans.
enum CJpegStatus cjpeg_decode_gray(const uint8_t *bytes, size_t count, uint8_t *pixels, size_t stride,
                                   uint32_t width, uint32_t height, struct CJpegReport *report);
