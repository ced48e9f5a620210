// Luma by lines, and the magnitudes of its edges.
#ifndef OPENCAPTURE_LINES_H
#define OPENCAPTURE_LINES_H

#include <stdlib.h>
#include <string.h>

#include "CProcessing.h"
#include "clones.h"

// Scratch memory: three lines of luma with one extra pixel at both ends, and a line of magnitudes.
typedef struct {
  uint8_t *luma[3];
  uint16_t *magnitudes;
} lines;

BODY size_t line_bytes(size_t count) { return (count + 63) / 64 * 64; }

BODY lines lines_in(void *scratch, size_t width) {
  uint8_t *start = scratch;
  size_t length = line_bytes(width + 2);
  return (lines){{start + 1, start + length + 1, start + 2 * length + 1}, (uint16_t *)(start + 3 * length)};
}

// Reads a row's luma into a line.
BODY void read_luma(const uint8_t *row, uint8_t *line, size_t width, bool source_is_luma) {
  if (source_is_luma) {
    memcpy(line, row, width);
  } else {
    const bgra_pixel *from = (const bgra_pixel *)row;
    EACH_PIXEL
    for (size_t x = 0; x < width; x++) line[x] = (uint8_t)bt601_luma(from[x]);
  }
  line[-1] = line[0];
  line[width] = line[width - 1];
}

// 16 bits suffice for all values below; C's integer promotion would halve the vector width.
BODY uint16_t distance(uint16_t a, uint16_t b) { return a > b ? (uint16_t)(a - b) : (uint16_t)(b - a); }

BODY uint16_t weighted(uint8_t outer, uint8_t inner, uint8_t other) {
  return (uint16_t)((uint16_t)(outer + other) + (uint16_t)(2 * inner));
}

BODY void sobel_magnitudes(
    const uint8_t *above, const uint8_t *line, const uint8_t *below, uint16_t *magnitudes, size_t width) {
  EACH_PIXEL
  for (size_t x = 0; x < width; x++) {
    const uint8_t *a = above + x, *b = line + x, *c = below + x;
    uint16_t across = distance(weighted(a[1], b[1], c[1]), weighted(a[-1], b[-1], c[-1]));
    uint16_t down = distance(weighted(c[-1], c[0], c[1]), weighted(a[-1], a[0], a[1]));
    magnitudes[x] = (uint16_t)(across + down);
  }
}

BODY void laplacian_magnitudes(
    const uint8_t *above, const uint8_t *line, const uint8_t *below, uint16_t *magnitudes, size_t width) {
  EACH_PIXEL
  for (size_t x = 0; x < width; x++) {
    const uint8_t *b = line + x;
    uint16_t around = (uint16_t)((uint16_t)(above[x] + below[x]) + (uint16_t)(b[-1] + b[1]));
    magnitudes[x] = distance((uint16_t)(4 * b[0]), around);
  }
}

BODY void measure_edges(
    const uint8_t *above, const uint8_t *line, const uint8_t *below, uint16_t *magnitudes, size_t width,
    cprocessing_kernel kernel) {
  if (kernel == CPROCESSING_SOBEL) {
    sobel_magnitudes(above, line, below, magnitudes, width);
  } else {
    laplacian_magnitudes(above, line, below, magnitudes, width);
  }
}

#endif
