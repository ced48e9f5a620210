#ifndef OPENCAPTURE_CFFMPEG_PLAUSIBILITY_H
#define OPENCAPTURE_CFFMPEG_PLAUSIBILITY_H

#include "reader.h"

// The most pixels that a frame of the file can have: what was asked for, less where container, length and memory tell
// that there can't be so many.
//
// Asked before anything is decoded: a header of a few bytes can claim pictures that take gigabytes.
int64_t cffmpeg_most_pixels(const cffmpeg_reader *reader);

// The same for decoders that only find out what the streams are, whose memory nobody counts.
int64_t cffmpeg_most_pixels_to_probe(const cffmpeg_reader *reader);

// What decoding may take of memory for each pixel of a frame, in bytes, as far as the header tells.
int cffmpeg_bytes_per_pixel(const cffmpeg_reader *reader);

// Whether so many pixels, of all frames so far, can be what an animated picture has in its file: each frame of it is as
// large as the whole, however little of it changes.
bool cffmpeg_is_plausible_work(const cffmpeg_reader *reader, int64_t pixel_count);

// Fills in the failure for a frame that has more than that.
//
// Always false, to be returned.
bool cffmpeg_fail_too_large(const cffmpeg_reader *reader, int width, int height, cffmpeg_failure *failure);

#endif
