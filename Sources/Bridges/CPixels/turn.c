#include <string.h>

#include "CPixels.h"

// The element (x, y) of the source moves to target + x * across + y * down.
typedef struct {
  uint8_t *origin;
  ptrdiff_t across, down;
} destination;

static destination turned(
    cpixels_plane target, ptrdiff_t width, ptrdiff_t height, ptrdiff_t bytes, bool is_mirrored, int quarter_turns) {
  const ptrdiff_t row = target.bytes_per_row;
  destination to = {target.bytes, 0, 0};
  switch (quarter_turns & 3) {
    case 0: to.across = bytes, to.down = row; break;
    case 1: to.across = row, to.down = -bytes, to.origin += (height - 1) * bytes; break;
    case 2: to.across = -bytes, to.down = -row, to.origin += (height - 1) * row + (width - 1) * bytes; break;
    default: to.across = -row, to.down = bytes, to.origin += (width - 1) * row; break;
  }
  if (is_mirrored) {
    to.origin += (width - 1) * to.across;
    to.across = -to.across;
  }
  return to;
}

// The number of rows read together, so that written cache lines are still cached.
enum { BLOCK = 32 };

static inline __attribute__((always_inline)) void move(
    cpixels_plane source, destination to, size_t width, size_t height, size_t bytes) {
  for (size_t top = 0; top < height; top += BLOCK) {
    const size_t bottom = height - top < BLOCK ? height : top + BLOCK;
    for (size_t x = 0; x < width; x++) {
      const uint8_t *from = source.bytes + (ptrdiff_t)top * source.bytes_per_row + x * bytes;
      uint8_t *into = to.origin + (ptrdiff_t)x * to.across + (ptrdiff_t)top * to.down;
      for (size_t y = top; y < bottom; y++) {
        memcpy(into, from, bytes);
        from += source.bytes_per_row;
        into += to.down;
      }
    }
  }
}

void cpixels_rotate(
    cpixels_plane source, cpixels_plane target, size_t width, size_t height, size_t bytes_per_element, bool is_mirrored,
    int quarter_turns) {
  const destination to =
      turned(target, (ptrdiff_t)width, (ptrdiff_t)height, (ptrdiff_t)bytes_per_element, is_mirrored, quarter_turns);
  switch (bytes_per_element) {
    case 1: move(source, to, width, height, 1); break;
    case 2: move(source, to, width, height, 2); break;
    case 3: move(source, to, width, height, 3); break;
    case 4: move(source, to, width, height, 4); break;
    default: break;
  }
}
