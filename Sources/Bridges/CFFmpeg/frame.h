#ifndef OPENCAPTURE_CFFMPEG_FRAME_H
#define OPENCAPTURE_CFFMPEG_FRAME_H

#include "libraries.h"

enum { CFFMPEG_MOST_KNOWN_PIXELS = 64 };

// The pixels that frames may be in, in the order in which they were given.
typedef struct cffmpeg_known_pixels {
  int count;
  bool keeps_colors;  // whether high dynamic range and wide gamut stay as they are
  enum AVPixelFormat formats[CFFMPEG_MOST_KNOWN_PIXELS];  // AV_PIX_FMT_NONE for names that FFmpeg doesn't know
  bool are_full_range[CFFMPEG_MOST_KNOWN_PIXELS];
} cffmpeg_known_pixels;

// Looks the names up.
void cffmpeg_resolve_pixels(const cffmpeg_pixels *pixels, int count, cffmpeg_known_pixels *known);

// Says how the pixels of a decoded picture lie, or what they are to be converted to.
void cffmpeg_describe_pixels(const AVFrame *picture, const cffmpeg_known_pixels *known, cffmpeg_frame *frame);

// The meaning of 32 bits nine times, as FFmpeg keeps them; zeros where there are none.
cffmpeg_matrix cffmpeg_matrix_of(const uint8_t *side_data);

// What EXIF says of how a picture is to be turned, as far as the decoder tells; 0 where it doesn't.
int cffmpeg_exif_orientation_of(const AVFrame *picture);

// Writes the pixels of a picture as `frame` says; `scaler` is kept for the next.
bool cffmpeg_convert_pixels(
    const cffmpeg_frame *frame, const cffmpeg_known_pixels *known, uint8_t *const planes[3], const int bytes_per_row[3],
    struct SwsContext **scaler, cffmpeg_failure *failure);

#endif
