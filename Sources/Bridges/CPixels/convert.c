#include <libyuv.h>
#include <string.h>

#include "CPixels.h"
#include "rows.h"

// Even, so that no chroma block is split; covers the width of the most common large pictures.
enum { TILE_PIXELS = 2048 };

// A part of a picture whose intermediate results fit the first-level cache: two rows of pixels, or the last one twice,
// starting at an even column.
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

static inline uint8_t *tile_bytes(const cpixels_picture *picture, int plane, size_t row, size_t offset) {
  return picture->planes[plane].bytes + (ptrdiff_t)row * picture->planes[plane].bytes_per_row + offset;
}

// ---- Loading

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

// Locates the components in the source, or unpacks them.
static void load(tile *tile, const cpixels_picture *source) {
  for (int i = 0; i < 2; i++) tile->bgra[i] = tile->luma[i] = tile->cb[i] = tile->cr[i] = NULL;
  tile->is_full_range = source->is_full_range;
  load_components(tile, source);
  if (tile->row_count == 2) return;
  tile->bgra[1] = tile->bgra[0];
  tile->luma[1] = tile->luma[0];
  tile->cb[1] = tile->cb[0];
  tile->cr[1] = tile->cr[0];
}

// ---- Storing

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

static void store_rgb(tile *tile, const cpixels_picture *target) {
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

static void store_luma(tile *tile, const cpixels_picture *target) {
  for (size_t i = 0; i < tile->row_count; i++) {
    uint8_t *row = tile_bytes(target, 0, tile->rows[i], tile->x);
    if (tile->luma[i]) {
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

static void store_chroma(tile *tile, const cpixels_picture *target) {
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

// ---- Conversion

static void convert_tile(tile *tile, const cpixels_picture *source, const cpixels_picture *target) {
  load(tile, source);
  const bool is_rgb = target->packing <= CPIXELS_BGR;
  if (is_rgb) {
    store_rgb(tile, target);
  } else {
    store_luma(tile, target);
    if (target->packing != CPIXELS_GREY) store_chroma(tile, target);
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
