#ifndef OPENCAPTURE_CFFMPEG_FRAME_H
#define OPENCAPTURE_CFFMPEG_FRAME_H

#include "libraries.h"

// Says how the pixels of a decoded picture lie, or what they are to be converted to.
void cffmpeg_describe_pixels(const AVFrame *picture, cffmpeg_frame *frame);

// The meaning of 32 bits nine times, as FFmpeg keeps them; zeros where there are none.
cffmpeg_matrix cffmpeg_matrix_of(const uint8_t *side_data);

// What EXIF says of how a picture is to be turned, as far as the decoder tells; 0 where it doesn't.
int cffmpeg_exif_orientation_of(const AVFrame *picture);

// Writes the pixels of a picture as `frame` says; `scaler` is kept for the next.
bool cffmpeg_convert_pixels(
  const cffmpeg_frame *frame, uint8_t *const planes[3], const int bytes_per_row[3], struct SwsContext **scaler,
  cffmpeg_failure *failure);

#endif
