#include <libyuv.h>
#include <string.h>

#include "tile.h"

// Returns BGRA of row `i`, converted into `into` unless the source has it.
static const uint8_t *bgra_of(tile *tile, size_t i, uint8_t *into) {
  if (tile->bgra[i]) return tile->bgra[i];
  if (!tile->cb[i]) {
    J400ToARGB(tile->luma[i], 0, into, 0, (int)tile->pixels, 1);
    return into;
  }
  if (i == 0 || tile->cb[1] != tile->cb[0]) {
    tile->loops->replicate(tile->cb[i], tile->space.wide_cb, tile->pairs);
    tile->loops->replicate(tile->cr[i], tile->space.wide_cr, tile->pairs);
  }
  tile->loops->to_bgra[tile->matrix][tile->is_full_range](
      tile->luma[i], tile->space.wide_cb, tile->space.wide_cr, into, tile->pixels);
  return into;
}

void tile_store_rgb(tile *tile, const cpixels_picture *target) {
  const size_t bytes_per_pixel = target->packing == CPIXELS_BGRA || target->packing == CPIXELS_RGBA ? 4 : 3;
  const int width = (int)tile->pixels;
  for (size_t i = 0; i < tile->row_count; i++) {
    uint8_t *row = tile_bytes(target, 0, tile->rows[i], tile->x * bytes_per_pixel);
    const uint8_t *bgra = bgra_of(tile, i, target->packing == CPIXELS_BGRA ? row : tile->space.bgra[i]);
    switch (target->packing) {
      case CPIXELS_RGBA: ABGRToARGB(bgra, 0, row, 0, width, 1); break;
      case CPIXELS_RGB: ARGBToRAW(bgra, 0, row, 0, width, 1); break;
      case CPIXELS_BGR: ARGBToRGB24(bgra, 0, row, 0, width, 1); break;
      default:
        if (bgra != row) memcpy(row, bgra, tile->pixels * 4);
    }
  }
}
