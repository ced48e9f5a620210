#pragma once

#include "CCodes.h"

// The value at a place in pixels, (0, 0) being the corner of the first; linear between the middles of four.
static inline float value_at(ccodes_picture picture, double x, double y) {
  x -= 0.5;
  y -= 0.5;
  // Written so that what is no number counts as 0.
  const double most_x = picture.width - 1, most_y = picture.height - 1;
  x = x > 0 ? (x < most_x ? x : most_x) : 0;
  y = y > 0 ? (y < most_y ? y : most_y) : 0;
  const int left = (int)x, top = (int)y;
  const int right = left + (left + 1 < picture.width), bottom = top + (top + 1 < picture.height);
  const float fx = (float)(x - left), fy = (float)(y - top);
  const uint8_t *upper = picture.pixels + (size_t)top * picture.stride;
  const uint8_t *lower = picture.pixels + (size_t)bottom * picture.stride;
  const float above = upper[left] + fx * ((float)upper[right] - upper[left]);
  const float below = lower[left] + fx * ((float)lower[right] - lower[left]);
  return above + fy * (below - above);
}
