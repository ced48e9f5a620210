#ifndef OPENCAPTURE_CFFMPEG_PLAUSIBILITY_H
#define OPENCAPTURE_CFFMPEG_PLAUSIBILITY_H

#include "reader.h"

// The most pixels that a frame of the file can have, as its container and its length tell; at most `limit`.
//
// Asked before anything is decoded: a header of a few bytes can claim pictures that take gigabytes.
int64_t cffmpeg_most_pixels(const cffmpeg_reader *reader, int64_t limit);

// Fills in the failure for a frame that has more than that.
//
// Always false, to be returned.
bool cffmpeg_fail_too_large(
  const cffmpeg_reader *reader, int width, int height, int64_t limit, cffmpeg_failure *failure);

#endif
