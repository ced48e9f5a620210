// The loops that touch every sample of sound, written plainly so that the compiler vectorises them.
//
// A channel is `count` samples that lie `stride` samples apart: 1 in a plane of its own, the number of channels where
// they are interleaved. Full scale is 1.
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

// How loud a channel is.
csound_level csound_measure(csound_source source, size_t count);

// Multiplies a channel: rounded to the nearest, and kept within what the format can hold.
void csound_scale(csound_target target, size_t count, float gain);

// Copies a channel into another format. Integers become others of their width by shifting; a number that a format can't
// hold is rounded to the nearest that it can.
void csound_convert(csound_source source, csound_target target, size_t count);

// Adds a channel, multiplied, to numbers that lie side by side.
void csound_add(csound_source source, float *sum, size_t count, float gain);

#endif
