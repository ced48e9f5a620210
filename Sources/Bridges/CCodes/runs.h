#ifndef CCODES_RUNS_H
#define CCODES_RUNS_H

#include <stdint.h>
#include <string.h>

// Returns the end of the run of one colour that begins at `x` in a row of 0 and 255.
static inline int end_of_run(const uint8_t *row, int x, int width) {
  const uint8_t *end = memchr(row + x, row[x] ^ 255, (size_t)(width - x));
  return end ? (int)(end - row) : width;
}

#endif
