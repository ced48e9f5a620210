#include <libyuv.h>
#include <string.h>

#include "tile.h"

void tile_store_luma(tile *tile, const cpixels_picture *target) {
  for (size_t i = 0; i < tile->row_count; i++) {
    uint8_t *row = tile_bytes(target, 0, tile->rows[i], tile->x);
    if (!tile->bgra[i]) {
      if (tile->is_full_range == target->is_full_range) {
        memcpy(row, tile->luma[i], tile->pixels);
      } else {
        tile->loops->luma_to_range[target->is_full_range](tile->luma[i], row, tile->pixels);
      }
    } else if (tile->matrix == CPIXELS_BT601 && target->is_full_range) {
      // The only luma conversion of libyuv within ±1; also used for luma without a conversion.
      ARGBToJ400(tile->bgra[i], 0, row, 0, (int)tile->pixels, 1);
    } else {
      tile->loops->luma[tile->matrix][target->is_full_range](tile->bgra[i], row, tile->pixels);
    }
  }
}

static void chroma_from_bgra(const tile *tile, bool full, uint8_t *cb, uint8_t *cr) {
  void (*convert)(row_in, row_in, row_out, row_out, size_t) = tile->loops->chroma[tile->matrix][full];
  const size_t whole = tile->pixels / 2;
  convert(tile->bgra[0], tile->bgra[1], cb, cr, whole);
  if (tile->pixels % 2 == 0) return;
  // The last column counts twice in the average of its block.
  uint8_t edge[2][8];
  for (int i = 0; i < 2; i++) {
    memcpy(edge[i], tile->bgra[i] + whole * 8, 4);
    memcpy(edge[i] + 4, tile->bgra[i] + whole * 8, 4);
  }
  convert(edge[0], edge[1], cb + whole, cr + whole, 1);
}

static void chroma_from_chroma(const tile *tile, bool full, const uint8_t *const from[2], uint8_t *to) {
  if (tile->is_full_range != full) {
    tile->loops->chroma_to_range[full](from[0], from[1], to, tile->pairs);
  } else if (from[0] == from[1]) {
    memcpy(to, from[0], tile->pairs);
  } else {
    tile->loops->average(from[0], from[1], to, tile->pairs);
  }
}

void tile_store_chroma(tile *tile, const cpixels_picture *target) {
  const bool full = target->is_full_range, in_pairs = target->packing == CPIXELS_CBCR_420;
  uint8_t *cb = in_pairs ? tile->space.wide_cb : tile_bytes(target, 1, tile->y / 2, tile->x / 2);
  uint8_t *cr = in_pairs ? tile->space.wide_cr : tile_bytes(target, 2, tile->y / 2, tile->x / 2);
  if (tile->bgra[0]) {
    chroma_from_bgra(tile, full, cb, cr);
  } else if (tile->cb[0]) {
    chroma_from_chroma(tile, full, tile->cb, cb);
    chroma_from_chroma(tile, full, tile->cr, cr);
  } else {
    memset(cb, 128, tile->pairs);
    memset(cr, 128, tile->pairs);
  }
  if (in_pairs) tile->loops->join_pairs(cb, cr, tile_bytes(target, 1, tile->y / 2, tile->x), tile->pairs);
}
