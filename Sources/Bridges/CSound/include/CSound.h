// Loops over audio samples, written so that the compiler can vectorise them.
//
// A channel has `count` samples with a distance of `stride` samples: 1 in planar buffers, the number of channels in
// interleaved ones. Full scale is 1.
#ifndef OPENCAPTURE_CSOUND_H
#define OPENCAPTURE_CSOUND_H

#include <stddef.h>
#include <stdint.h>

typedef enum { CSOUND_INT16, CSOUND_INT32, CSOUND_FLOAT32 } csound_format;

typedef struct {
  const void *samples;
  csound_format format;
  size_t stride;
} csound_source;

typedef struct {
  void *samples;
  csound_format format;
  size_t stride;
} csound_target;

typedef struct {
  double sum_of_squares;
  double peak;
} csound_level;

// Measures the level of a channel.
csound_level csound_measure(csound_source source, size_t count);

// Multiplies a channel by a gain. Integer results are rounded and clipped to the range of the format.
void csound_scale(csound_target target, size_t count, float gain);

// Converts a channel to another format. Integers are shifted to the new width. Other values are rounded, and clipped to
// the range of the format.
void csound_convert(csound_source source, csound_target target, size_t count);

// Adds a channel, multiplied by a gain, to a contiguous array.
void csound_add(csound_source source, float *sum, size_t count, float gain);

#endif
