#include "CPixels.h"

#include "tile.h"

static void convert_tile(tile *tile, const cpixels_picture *source, const cpixels_picture *target) {
  tile_load(tile, source);
  if (packing_is_rgb(target->packing)) {
    tile_store_rgb(tile, target);
  } else {
    tile_store_luma(tile, target);
    if (target->packing != CPIXELS_GREY) tile_store_chroma(tile, target);
  }
}

void cpixels_convert(
    const cpixels_picture *source, const cpixels_picture *target, size_t width, size_t height, cpixels_matrix matrix,
    cpixels_loops loops) {
  tile tile;
  tile.loops = loops == CPIXELS_FASTEST ? &row_loops_fastest : &row_loops_portable;
  tile.matrix = matrix;
  for (tile.y = 0; tile.y < height; tile.y += 2) {
    tile.row_count = height - tile.y < 2 ? 1 : 2;
    tile.rows[0] = tile.y;
    tile.rows[1] = tile.y + tile.row_count - 1;
    for (tile.x = 0; tile.x < width; tile.x += TILE_PIXELS) {
      tile.pixels = width - tile.x < TILE_PIXELS ? width - tile.x : TILE_PIXELS;
      tile.pairs = (tile.pixels + 1) / 2;
      convert_tile(&tile, source, target);
    }
  }
}
