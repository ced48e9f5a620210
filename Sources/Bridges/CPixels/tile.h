// A part of a picture whose intermediate results fit the first-level cache.
#ifndef OPENCAPTURE_CPIXELS_TILE_H
#define OPENCAPTURE_CPIXELS_TILE_H

#include "CPixels.h"
#include "rows.h"

// Even, so that no chroma block is split; covers the width of the most common large pictures.
enum { TILE_PIXELS = 2048 };

// Two rows of pixels, or the last one twice, starting at an even column.
typedef struct {
  size_t x, y, pixels, pairs;
  // The numbers of the two rows; equal at the bottom of a picture of odd height.
  size_t rows[2];
  size_t row_count;
  const row_loops *loops;
  cpixels_matrix matrix;
  bool is_full_range;
  // The components, in the source or in `space`. For RGB only `bgra` is set, and for grey only `luma`.
  const uint8_t *bgra[2], *luma[2], *cb[2], *cr[2];
  struct {
    uint8_t bgra[2][TILE_PIXELS * 4], luma[2][TILE_PIXELS], cb[2][TILE_PIXELS / 2], cr[2][TILE_PIXELS / 2];
    uint8_t wide_cb[TILE_PIXELS], wide_cr[TILE_PIXELS];
  } space;
} tile;

// Locates the components in the source, or unpacks them.
void tile_load(tile *tile, const cpixels_picture *source);

// Writes the components to an RGB target.
void tile_store_rgb(tile *tile, const cpixels_picture *target);

// Write luma, and chroma for targets that have it.
void tile_store_luma(tile *tile, const cpixels_picture *target);
void tile_store_chroma(tile *tile, const cpixels_picture *target);

static inline uint8_t *tile_bytes(const cpixels_picture *picture, int plane, size_t row, size_t offset) {
  return picture->planes[plane].bytes + (ptrdiff_t)row * picture->planes[plane].bytes_per_row + offset;
}

static inline bool packing_is_rgb(cpixels_packing packing) { return packing <= CPIXELS_BGR; }

#endif
