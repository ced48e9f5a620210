#include <math.h>
#include <stdbool.h>

#include "sampling.h"

static bool is_inside(ccodes_picture picture, double x, double y) {
  return x >= 0 && y >= 0 && x <= picture.width && y <= picture.height;
}

void ccodes_sample_line(ccodes_picture picture, ccodes_line line, size_t count, float *values) {
  const double step_x = (line.end_x - line.start_x) / (double)count,
               step_y = (line.end_y - line.start_y) / (double)count;
  for (size_t i = 0; i < count; i++) {
    const double part = (double)i + 0.5;
    values[i] = value_at(picture, line.start_x + part * step_x, line.start_y + part * step_y);
  }
}

double ccodes_likeness(ccodes_picture picture, ccodes_line line, const float *reference, size_t count) {
  const double step_x = (line.end_x - line.start_x) / (double)count,
               step_y = (line.end_y - line.start_y) / (double)count;
  double n = 0, value = 0, square = 0, expected = 0, expected_square = 0, product = 0;
  for (size_t i = 0; i < count; i++) {
    const double part = (double)i + 0.5, x = line.start_x + part * step_x, y = line.start_y + part * step_y;
    if (!is_inside(picture, x, y)) continue;
    const double seen = value_at(picture, x, y);
    n++;
    value += seen;
    square += seen * seen;
    expected += reference[i];
    expected_square += (double)reference[i] * reference[i];
    product += seen * reference[i];
  }
  if (2 * n < (double)count) return 0;
  const double range = (n * square - value * value) * (n * expected_square - expected * expected);
  return range > 0 ? (n * product - value * expected) / sqrt(range) : 0;
}
