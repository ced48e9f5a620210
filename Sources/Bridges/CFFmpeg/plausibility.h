#ifndef OPENCAPTURE_CFFMPEG_PLAUSIBILITY_H
#define OPENCAPTURE_CFFMPEG_PLAUSIBILITY_H

#include "reader.h"

// Returns the maximum pixels per frame: the requested limit, reduced by what the container, file length and memory
// allow.
//
// Checked before decoding, because a header of a few bytes can claim images of gigabytes.
int64_t cffmpeg_maximum_pixel_count(const cffmpeg_reader *reader);

// Returns the limit for decoders that only probe the streams, whose memory is not counted.
int64_t cffmpeg_maximum_probed_pixel_count(const cffmpeg_reader *reader);

// Returns the estimated memory for decoding, in bytes per pixel of a frame.
int cffmpeg_bytes_per_pixel(const cffmpeg_reader *reader);

// Returns whether an animation can plausibly contain this number of pixels in all frames so far. Each frame of an
// animation has the full size, even if only a small part changes.
bool cffmpeg_is_plausible_work(const cffmpeg_reader *reader, int64_t pixel_count);

// Fills in the failure for a frame that exceeds the limit.
//
// Returns false, for use in a return statement.
bool cffmpeg_fail_too_large(const cffmpeg_reader *reader, int width, int height, cffmpeg_failure *failure);

#endif
