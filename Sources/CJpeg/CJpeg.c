#include "CJpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// More scans than this in a progressive file are an attack on the reader's time.
enum { SCAN_LIMIT = 1000 };

struct decoder {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf escape;
    struct CJpegReport *report;
    // The source ran dry, or a segment ended before its image data did.
    bool source_ended;
    bool segment_ended;
    int fatal_code;
};

static void keep_message(struct decoder *decoder) {
    char text[JMSG_LENGTH_MAX];
    decoder->errors.format_message((j_common_ptr)&decoder->jpeg, text);
    snprintf(decoder->report->message, sizeof decoder->report->message, "%s", text);
}

static void fail(j_common_ptr info) {
    struct decoder *decoder = info->client_data;
    decoder->fatal_code = decoder->errors.msg_code;
    keep_message(decoder);
    longjmp(decoder->escape, 1);
}

// A negative level is a warning about the data; others are a trace that nobody reads.
static void note(j_common_ptr info, int level) {
    if (level >= 0) return;
    struct decoder *decoder = info->client_data;
    int code = decoder->errors.msg_code;
    bool gap = code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER;
    if (gap && !decoder->source_ended && !decoder->segment_ended)
        decoder->report->rows_before_gap = decoder->report->rows;
    if (code == JWRN_JPEG_EOF) decoder->source_ended = true;
    if (code == JWRN_HIT_MARKER) decoder->segment_ended = true;
    if (decoder->errors.num_warnings++ == 0) keep_message(decoder);
}

static void stay_silent(j_common_ptr info) { (void)info; }

static void count_scans(j_common_ptr info) {
    struct decoder *decoder = info->client_data;
    if (decoder->jpeg.input_scan_number <= SCAN_LIMIT) return;
    snprintf(decoder->report->message, sizeof decoder->report->message, "more than %d scans", SCAN_LIMIT);
    longjmp(decoder->escape, 1);
}

static bool is_cmyk(const struct jpeg_decompress_struct *jpeg) {
    return jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
}

// Photoshop stores ink as 255 minus its amount and says so by its Adobe marker.
static void gray_from_cmyk(const uint8_t *cmyk, uint8_t *gray, uint32_t width, bool inverted) {
    unsigned flip = inverted ? 0 : 255;
    for (uint32_t x = 0; x < width; x++, cmyk += 4) {
        unsigned red = cmyk[0] ^ flip, green = cmyk[1] ^ flip, blue = cmyk[2] ^ flip, light = cmyk[3] ^ flip;
        unsigned luminance = (299 * red + 587 * green + 114 * blue + 500) / 1000;
        gray[x] = (uint8_t)((luminance * light + 127) / 255);
    }
}

// Whether coefficients that the file should have brought are missing after its last complete scan.
static bool lacks_coefficients(const struct jpeg_decompress_struct *jpeg) {
    if (!jpeg->progressive_mode || jpeg->coef_bits == NULL) return true;
    for (int component = 0; component < jpeg->num_components; component++)
        for (int k = 0; k < DCTSIZE2; k++)
            if (jpeg->coef_bits[component][k] != 0) return true;
    return false;
}

// A file that only lacks its end marker has lost nothing.
static bool lost_data(const struct decoder *decoder) {
    if (decoder->segment_ended) return true;
    if (!decoder->source_ended) return false;
    if (jpeg_has_multiple_scans((j_decompress_ptr)&decoder->jpeg)) return lacks_coefficients(&decoder->jpeg);
    return decoder->jpeg.arith_code && decoder->report->rows_before_gap < decoder->jpeg.output_height;
}

static void read_rows(struct decoder *decoder, uint8_t *pixels, size_t stride) {
    struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
    uint32_t width = jpeg->output_width;
    bool inverted = jpeg->saw_Adobe_marker;
    JSAMPARRAY cmyk = NULL;
    if (is_cmyk(jpeg)) cmyk = jpeg->mem->alloc_sarray((j_common_ptr)jpeg, JPOOL_IMAGE, width * 4, 1);
    while (jpeg->output_scanline < jpeg->output_height) {
        uint8_t *row = pixels + stride * jpeg->output_scanline;
        JSAMPROW target = cmyk ? cmyk[0] : row;
        jpeg_read_scanlines(jpeg, &target, 1);
        if (cmyk) gray_from_cmyk(target, row, width, inverted);
        decoder->report->rows = jpeg->output_scanline;
    }
}

enum CJpegStatus cjpeg_decode_gray(const uint8_t *bytes, size_t count, uint8_t *pixels, size_t stride,
                                   uint32_t width, uint32_t height, struct CJpegReport *report) {
    memset(report, 0, sizeof *report);
    report->rows_before_gap = height;
    struct decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return CJPEG_NO_MEMORY;
    decoder->report = report;
    decoder->jpeg.err = jpeg_std_error(&decoder->errors);
    decoder->jpeg.client_data = decoder;
    decoder->errors.error_exit = fail;
    decoder->errors.emit_message = note;
    decoder->errors.output_message = stay_silent;
    volatile enum CJpegStatus status = CJPEG_REFUSED;
    if (setjmp(decoder->escape) == 0) {
        jpeg_create_decompress(&decoder->jpeg);
        decoder->progress.progress_monitor = count_scans;
        decoder->jpeg.progress = &decoder->progress;
        jpeg_mem_src(&decoder->jpeg, bytes, count);
        jpeg_read_header(&decoder->jpeg, TRUE);
        report->width = decoder->jpeg.image_width;
        report->height = decoder->jpeg.image_height;
        if (report->width != width || report->height != height) {
            status = CJPEG_SIZE_DIFFERS;
        } else {
            decoder->jpeg.out_color_space = is_cmyk(&decoder->jpeg) ? JCS_CMYK : JCS_GRAYSCALE;
            jpeg_start_decompress(&decoder->jpeg);
            report->progressive = decoder->jpeg.progressive_mode;
            read_rows(decoder, pixels, stride);
            report->truncated = lost_data(decoder);
            status = CJPEG_OK;
        }
    } else if (decoder->fatal_code == JERR_OUT_OF_MEMORY) {
        status = CJPEG_NO_MEMORY;
    }
    report->warnings = decoder->errors.num_warnings;
    jpeg_destroy_decompress(&decoder->jpeg);
    free(decoder);
    return status;
}
