#include <math.h>

#include "CSound.h"

static const double full16 = 32768, full32 = 2147483648.0;

static inline int16_t to_int16(double value) {
  double scaled = value * full16;
  return scaled >= 32767 ? 32767 : scaled > -full16 ? (int16_t)lrint(scaled) : INT16_MIN;
}

static inline int32_t to_int32(double value) {
  double scaled = value * full32;
  return scaled >= 2147483647.0 ? INT32_MAX : scaled > -full32 ? (int32_t)lrint(scaled) : INT32_MIN;
}

// Replaces NaN by silence.
static inline float sound(float value) { return value == value ? value : 0; }

// MARK: Levels

// The sum of 16-bit squares is exact.
static csound_level measure_int16(const int16_t *samples, size_t stride, size_t count) {
  int64_t sum = 0;
  int32_t peak = 0;
  for (size_t i = 0; i < count; i++) {
    int32_t value = samples[i * stride];
    int32_t size = value < 0 ? -value : value;
    sum += (int64_t)value * value;
    peak = size > peak ? size : peak;
  }
  return (csound_level){(double)sum / (full16 * full16), peak / full16};
}

static csound_level measure_int32(const int32_t *samples, size_t stride, size_t count) {
  double sum = 0, peak = 0;
  for (size_t i = 0; i < count; i++) {
    double value = samples[i * stride] / full32, size = fabs(value);
    sum += value * value;
    peak = size > peak ? size : peak;
  }
  return (csound_level){sum, peak};
}

static csound_level measure_float(const float *samples, size_t stride, size_t count) {
  double sum = 0, peak = 0;
  for (size_t i = 0; i < count; i++) {
    double value = sound(samples[i * stride]), size = fabs(value);
    sum += value * value;
    peak = size > peak ? size : peak;
  }
  return (csound_level){sum, peak};
}

csound_level csound_measure(csound_source source, size_t count) {
  switch (source.format) {
    case CSOUND_INT16: return measure_int16(source.samples, source.stride, count);
    case CSOUND_INT32: return measure_int32(source.samples, source.stride, count);
    default: return measure_float(source.samples, source.stride, count);
  }
}

// MARK: Volume

void csound_scale(csound_target target, size_t count, float gain) {
  const size_t stride = target.stride;
  switch (target.format) {
    case CSOUND_INT16: {
      int16_t *samples = target.samples;
      for (size_t i = 0; i < count; i++) samples[i * stride] = to_int16(samples[i * stride] / full16 * gain);
      return;
    }
    case CSOUND_INT32: {
      int32_t *samples = target.samples;
      for (size_t i = 0; i < count; i++) samples[i * stride] = to_int32(samples[i * stride] / full32 * gain);
      return;
    }
    default: {
      float *samples = target.samples;
      // NaN is replaced first, because NaN times a gain of 0 would still be NaN.
      for (size_t i = 0; i < count; i++) samples[i * stride] = sound(samples[i * stride]) * gain;
    }
  }
}

// MARK: Formats

#define CONVERT(FROM, TO, EXPRESSION) \
  do { \
    const FROM *in = source.samples; \
    TO *out = target.samples; \
    for (size_t i = 0; i < count; i++) { \
      const FROM x = in[i * source.stride]; \
      out[i * target.stride] = EXPRESSION; \
    } \
    return; \
  } while (0)

static inline int16_t narrow(int32_t x) { return x > INT32_MAX - 0x8000 ? INT16_MAX : (int16_t)((x + 0x8000) >> 16); }

#define CASE(FROM, TO) (CSOUND_##FROM * 3 + CSOUND_##TO)

void csound_convert(csound_source source, csound_target target, size_t count) {
  switch ((int)source.format * 3 + (int)target.format) {
    case CASE(INT16, INT16): CONVERT(int16_t, int16_t, x);
    case CASE(INT16, INT32): CONVERT(int16_t, int32_t, x * 65536);
    case CASE(INT16, FLOAT32): CONVERT(int16_t, float, (float)(x / full16));
    case CASE(INT32, INT16): CONVERT(int32_t, int16_t, narrow(x));
    case CASE(INT32, INT32): CONVERT(int32_t, int32_t, x);
    case CASE(INT32, FLOAT32): CONVERT(int32_t, float, (float)(x / full32));
    case CASE(FLOAT32, INT16): CONVERT(float, int16_t, to_int16(sound(x)));
    case CASE(FLOAT32, INT32): CONVERT(float, int32_t, to_int32(sound(x)));
    default: CONVERT(float, float, x);
  }
}

void csound_add(csound_source source, float *sum, size_t count, float gain) {
  const size_t stride = source.stride;
  switch (source.format) {
    case CSOUND_INT16: {
      const int16_t *samples = source.samples;
      for (size_t i = 0; i < count; i++) sum[i] += (float)(samples[i * stride] / full16) * gain;
      return;
    }
    case CSOUND_INT32: {
      const int32_t *samples = source.samples;
      for (size_t i = 0; i < count; i++) sum[i] += (float)(samples[i * stride] / full32) * gain;
      return;
    }
    default: {
      const float *samples = source.samples;
      for (size_t i = 0; i < count; i++) sum[i] += sound(samples[i * stride]) * gain;
    }
  }
}
