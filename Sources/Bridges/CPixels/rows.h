// Loops over rows of pixels, compiled twice: for several sets of vector instructions, and for all processors.
#ifndef OPENCAPTURE_CPIXELS_ROWS_H
#define OPENCAPTURE_CPIXELS_ROWS_H

#include <stddef.h>
#include <stdint.h>

// The loops treat pixels as little-endian words.
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "this architecture is not supported");

typedef const uint8_t *restrict row_in;
typedef uint8_t *restrict row_out;

// The index ranges of loops that depend on the matrix and on the range of the YCbCr side.
enum { MATRICES = 2, RANGES = 2 };

typedef struct {
  // Converts YCbCr with full-width chroma to BGRA.
  void (*to_bgra[MATRICES][RANGES])(row_in luma, row_in cb, row_in cr, row_out bgra, size_t pixels);
  void (*luma[MATRICES][RANGES])(row_in bgra, row_out luma, size_t pixels);
  // Computes the chroma of blocks of two by two pixels; both rows may be the same.
  void (*chroma[MATRICES][RANGES])(row_in upper, row_in lower, row_out cb, row_out cr, size_t pairs);
  // Converts luma to the range of the index from the other one.
  void (*luma_to_range[RANGES])(row_in luma, row_out result, size_t pixels);
  // Averages two rows, which may be the same, and converts them to the range of the index from the other one.
  void (*chroma_to_range[RANGES])(row_in upper, row_in lower, row_out result, size_t count);
  void (*average)(row_in upper, row_in lower, row_out result, size_t count);
  // Duplicates every byte.
  void (*replicate)(row_in bytes, row_out twice, size_t count);
  void (*split_yuyv)(row_in groups, row_out luma, row_out cb, row_out cr, size_t groups_count);
  void (*split_uyvy)(row_in groups, row_out luma, row_out cb, row_out cr, size_t groups_count);
  void (*split_pairs)(row_in pairs, row_out first, row_out second, size_t count);
  void (*join_pairs)(row_in first, row_in second, row_out pairs, size_t count);
} row_loops;

extern const row_loops row_loops_fastest, row_loops_portable;

#endif
