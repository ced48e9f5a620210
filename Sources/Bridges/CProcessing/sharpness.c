#include "lines.h"

// The number of pixels whose energy fits 32 bits: at most 2 · 1020² per pixel.
enum { CHUNK = 1024 };

BODY uint64_t row_energy(const uint8_t *above, const uint8_t *line, const uint8_t *below, size_t width) {
  uint64_t total = 0;
  for (size_t start = 0; start < width; start += CHUNK) {
    size_t end = start + CHUNK < width ? start + CHUNK : width;
    uint32_t sum = 0;
    for (size_t x = start; x < end; x++) {
      const uint8_t *a = above + x, *b = line + x, *c = below + x;
      int16_t across = (int16_t)(weighted(a[1], b[1], c[1]) - weighted(a[-1], b[-1], c[-1]));
      int16_t down = (int16_t)(weighted(c[-1], c[0], c[1]) - weighted(a[-1], a[0], a[1]));
      sum += (uint32_t)(across * across) + (uint32_t)(down * down);
    }
    total += sum;
  }
  return total;
}

INLINED uint64_t
cprocessing_gradient_energy_plain(cprocessing_source luma, size_t width, size_t height, void *scratch) {
  lines lines = lines_in(scratch, width);
  uint64_t total = 0;
  read_luma(luma.bytes, lines.luma[0], width, true);
  for (size_t y = 0; y < height; y++) {
    size_t next = y + 1 < height ? y + 1 : y, previous = y > 0 ? y - 1 : 0;
    if (next > y) read_luma(luma.bytes + next * luma.stride, lines.luma[next % 3], width, true);
    total += row_energy(lines.luma[previous % 3], lines.luma[y % 3], lines.luma[next % 3], width);
  }
  return total;
}

CLONES uint64_t cprocessing_gradient_energy(cprocessing_source luma, size_t width, size_t height, void *scratch) {
  return cprocessing_gradient_energy_plain(luma, width, height, scratch);
}
