#ifndef OPENCAPTURE_CFFMPEG_FRAME_H
#define OPENCAPTURE_CFFMPEG_FRAME_H

#include "libraries.h"

enum { CFFMPEG_MAXIMUM_KNOWN_PIXELS = 64 };

// The supported pixel formats, in the order of the reader's options.
typedef struct cffmpeg_known_pixels {
  int count;
  bool keeps_colors;  // whether to keep high dynamic range and wide gamut
  enum AVPixelFormat formats[CFFMPEG_MAXIMUM_KNOWN_PIXELS];  // AV_PIX_FMT_NONE for unknown names
  bool are_full_range[CFFMPEG_MAXIMUM_KNOWN_PIXELS];
} cffmpeg_known_pixels;

// Resolves the names of pixel formats.
void cffmpeg_resolve_pixels(const cffmpeg_pixels *pixels, int count, cffmpeg_known_pixels *known);

// Sets the pixel format and planes of a decoded frame, or the format for its conversion.
void cffmpeg_describe_pixels(const AVFrame *picture, const cffmpeg_known_pixels *known, cffmpeg_frame *frame);

// Parses a display matrix of nine 32-bit values in FFmpeg's format; returns zeros for NULL.
cffmpeg_matrix cffmpeg_matrix_of(const uint8_t *side_data);

// Returns the EXIF orientation of a frame, if the decoder provides it; 0 otherwise.
int cffmpeg_exif_orientation_of(const AVFrame *picture);

// Converts the pixels of a frame to its target format; `scaler` is reused.
bool cffmpeg_convert_pixels(
    const cffmpeg_frame *frame, const cffmpeg_known_pixels *known, uint8_t *const planes[3], const int bytes_per_row[3],
    struct SwsContext **scaler, cffmpeg_failure *failure);

#endif
