// Luma by lines, and the magnitudes of its edges.
#ifndef OPENCAPTURE_LINES_H
#define OPENCAPTURE_LINES_H

#include <stdlib.h>
#include <string.h>

#include "CProcessing.h"
#include "clones.h"

// The distance of the farthest pixels that are compared, and the number of lines around a pixel.
enum { REACH = 3, LINES = 2 * REACH + 1 };

// Scratch memory: lines of luma with extra pixels at both ends, and a line of magnitudes.
typedef struct {
  uint8_t *luma[LINES];
  uint16_t *magnitudes;
} lines;

BODY size_t line_bytes(size_t count) { return (count + 63) / 64 * 64; }

BODY lines lines_in(void *scratch, size_t width) {
  uint8_t *start = scratch;
  size_t length = line_bytes(width + (size_t)2 * REACH);
  lines lines = {.magnitudes = (uint16_t *)(start + LINES * length)};
  for (size_t i = 0; i < LINES; i++) lines.luma[i] = start + i * length + REACH;
  return lines;
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
  memset(line - REACH, line[0], REACH);
  memset(line + width, line[width - 1], REACH);
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

// Sets the magnitudes of blurred edges to 0: those whose step over two pixels is less than a fraction, in 32nds, of
// the step over six pixels.
BODY void reject_blurred(
    const uint8_t *far_above, const uint8_t *above, const uint8_t *line, const uint8_t *below, const uint8_t *far_below,
    uint16_t *magnitudes, size_t width, uint16_t sharpness) {
  EACH_PIXEL
  for (size_t x = 0; x < width; x++) {
    const uint8_t *a = above + x, *b = line + x, *c = below + x, *p = far_above + x, *q = far_below + x;
    uint16_t across = distance(weighted(a[3], b[3], c[3]), weighted(a[-3], b[-3], c[-3]));
    uint16_t down = distance(weighted(q[-1], q[0], q[1]), weighted(p[-1], p[0], p[1]));
    uint16_t least = (uint16_t)((uint16_t)((uint16_t)(across + down) * sharpness) >> 5);
    magnitudes[x] = magnitudes[x] < least ? 0 : magnitudes[x];
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
