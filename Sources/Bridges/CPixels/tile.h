// A part of a picture small enough that what is computed between its two forms stays in the first-level cache.
#ifndef OPENCAPTURE_CPIXELS_TILE_H
#define OPENCAPTURE_CPIXELS_TILE_H

#include "CPixels.h"
#include "rows.h"

// Even, so that no block of chroma is cut; and the width of the commonest large picture fits.
enum { TILE_PIXELS = 2048 };

// Two rows of pixels, or the last one twice, from an even column on.
typedef struct {
  size_t x, y, pixels, pairs;
  // The row that each of the two is; the same at the bottom of a picture of odd height.
  size_t rows[2];
  size_t row_count;
  const row_loops *loops;
  cpixels_matrix matrix;
  bool is_full_range;
  // Where the components are, in the source or in `space`. Of a source in RGB and of a grey one, `bgra` or `luma`
  // alone are set.
  const uint8_t *bgra[2], *luma[2], *cb[2], *cr[2];
  struct {
    uint8_t bgra[2][TILE_PIXELS * 4], luma[2][TILE_PIXELS], cb[2][TILE_PIXELS / 2], cr[2][TILE_PIXELS / 2];
    uint8_t wide_cb[TILE_PIXELS], wide_cr[TILE_PIXELS];
  } space;
} tile;

// Finds the components in the source, or takes them apart.
void tile_load(tile *tile, const cpixels_picture *source);

// Writes them to a target in RGB.
void tile_store_rgb(tile *tile, const cpixels_picture *target);

// Writes luma, and chroma where the target has it.
void tile_store_luma(tile *tile, const cpixels_picture *target);
void tile_store_chroma(tile *tile, const cpixels_picture *target);

static inline uint8_t *tile_bytes(const cpixels_picture *picture, int plane, size_t row, size_t offset) {
  return picture->planes[plane].bytes + (ptrdiff_t)row * picture->planes[plane].bytes_per_row + offset;
}

static inline bool packing_is_rgb(cpixels_packing packing) { return packing <= CPIXELS_BGR; }

#endif
