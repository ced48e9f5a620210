#include <libyuv.h>
#include <string.h>

#include "tile.h"

// libyuv names packed formats from the highest byte of a little-endian word: its ARGB is BGRA in memory, its RAW is
// RGB.
static void load_rgb(tile *tile, const cpixels_picture *source) {
  const int width = (int)tile->pixels;
  for (size_t i = 0; i < tile->row_count; i++) {
    const size_t bytes_per_pixel = source->packing == CPIXELS_BGRA || source->packing == CPIXELS_RGBA ? 4 : 3;
    const uint8_t *row = tile_bytes(source, 0, tile->rows[i], tile->x * bytes_per_pixel);
    uint8_t *bgra = tile->space.bgra[i];
    tile->bgra[i] = bgra;
    switch (source->packing) {
      case CPIXELS_RGBA: ABGRToARGB(row, 0, bgra, 0, width, 1); break;
      case CPIXELS_RGB: RAWToARGB(row, 0, bgra, 0, width, 1); break;
      case CPIXELS_BGR: RGB24ToARGB(row, 0, bgra, 0, width, 1); break;
      default: tile->bgra[i] = row;
    }
  }
}

static void load_groups(tile *tile, const cpixels_picture *source) {
  for (size_t i = 0; i < tile->row_count; i++) {
    const uint8_t *row = tile_bytes(source, 0, tile->rows[i], tile->x * 2);
    void (*split)(row_in, row_out, row_out, row_out, size_t) =
        source->packing == CPIXELS_YUYV ? tile->loops->split_yuyv : tile->loops->split_uyvy;
    split(row, tile->space.luma[i], tile->space.cb[i], tile->space.cr[i], tile->pairs);
    tile->luma[i] = tile->space.luma[i];
    tile->cb[i] = tile->space.cb[i];
    tile->cr[i] = tile->space.cr[i];
  }
}

static void load_chroma_planes(tile *tile, const cpixels_picture *source, size_t rows_per_sample) {
  for (size_t i = 0; i < tile->row_count; i++) {
    tile->cb[i] = tile_bytes(source, 1, tile->rows[i] / rows_per_sample, tile->x / 2);
    tile->cr[i] = tile_bytes(source, 2, tile->rows[i] / rows_per_sample, tile->x / 2);
  }
}

static void load_chroma_pairs(tile *tile, const cpixels_picture *source) {
  uint8_t *cb = tile->space.cb[0], *cr = tile->space.cr[0];
  const bool cr_first = source->packing == CPIXELS_CRCB_420;
  const uint8_t *row = tile_bytes(source, 1, tile->y / 2, tile->x);
  tile->loops->split_pairs(row, cr_first ? cr : cb, cr_first ? cb : cr, tile->pairs);
  tile->cb[0] = tile->cb[1] = cb;
  tile->cr[0] = tile->cr[1] = cr;
}

static void load_luma_plane(tile *tile, const cpixels_picture *source) {
  for (size_t i = 0; i < tile->row_count; i++) tile->luma[i] = tile_bytes(source, 0, tile->rows[i], tile->x);
}

static void load_components(tile *tile, const cpixels_picture *source) {
  switch (source->packing) {
    case CPIXELS_BGRA:
    case CPIXELS_RGBA:
    case CPIXELS_RGB:
    case CPIXELS_BGR: load_rgb(tile, source); return;
    case CPIXELS_YUYV:
    case CPIXELS_UYVY: load_groups(tile, source); return;
    case CPIXELS_PLANAR_420: load_chroma_planes(tile, source, 2); break;
    case CPIXELS_PLANAR_422: load_chroma_planes(tile, source, 1); break;
    case CPIXELS_CBCR_420:
    case CPIXELS_CRCB_420: load_chroma_pairs(tile, source); break;
    case CPIXELS_GREY: break;
  }
  load_luma_plane(tile, source);
}

void tile_load(tile *tile, const cpixels_picture *source) {
  for (int i = 0; i < 2; i++) tile->bgra[i] = tile->luma[i] = tile->cb[i] = tile->cr[i] = NULL;
  tile->is_full_range = source->is_full_range;
  load_components(tile, source);
  if (tile->row_count == 2) return;
  tile->bgra[1] = tile->bgra[0];
  tile->luma[1] = tile->luma[0];
  tile->cb[1] = tile->cb[0];
  tile->cr[1] = tile->cr[0];
}
