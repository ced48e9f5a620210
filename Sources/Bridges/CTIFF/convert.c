#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

enum { MOST_SAMPLES = 5 };  // cyan, magenta, yellow, black and alpha

// The layout of the samples and their meaning.
typedef struct layout {
  uint32_t width, height, block_width, block_height;
  uint16_t bits, samples, photometric, format;
  int colors;
  int alpha;  // the index of the sample; -1 for none
  bool is_premultiplied, is_planar, is_tiled;
  bool is_foreign;  // in a color space that libtiff converts itself
  uint16_t *palette[3];
  int palette_shift;  // the right shift of palette entries to 8 bits
  double low, high;  // the values of black and white
} layout;

// A strip or a tile. Separate planes follow each other.
typedef struct block {
  uint32_t x, y, width, height;
  size_t bytes_per_row, plane_size;
  uint8_t *bytes;
} block;

typedef void (*block_visitor)(layout *layout, const block *block, const ctiff_pixels *pixels);

// Finds the alpha sample. Without a declaration, the fourth sample of RGB is straight alpha.
static void find_alpha(TIFF *file, layout *layout) {
  uint16_t count = 0, *kinds = NULL;
  layout->alpha = -1;
  if (!ctiff.GetField(file, FIELD_EXTRA_SAMPLES, &count, &kinds) || count == 0) {
    if (layout->photometric == PHOTOMETRIC_RGB && layout->samples == 4) layout->alpha = 3;
  } else if (kinds[0] != EXTRA_UNSPECIFIED) {
    layout->alpha = layout->colors;
    layout->is_premultiplied = kinds[0] == EXTRA_PREMULTIPLIED;
  }
}

// Returns the shift of palette entries. Some programs write 8 bits instead of 16.
static int palette_shift(const layout *layout) {
  for (int channel = 0; channel < 3; channel++) {
    for (uint32_t index = 0; index < (uint32_t)1 << layout->bits; index++) {
      if (layout->palette[channel][index] > 255) return 8;
    }
  }
  return 0;
}

static bool has_known_bits(const layout *layout) {
  switch (layout->format) {
    case FORMAT_FLOAT: return layout->bits == 16 || layout->bits == 32 || layout->bits == 64;
    case FORMAT_COMPLEX_INTEGER:
    case FORMAT_COMPLEX_FLOAT: return false;
    default: return layout->bits >= 1 && layout->bits <= 32;
  }
}

// Describes the colors. Returns whether this file converts the samples: grey, RGB, CMYK or palette samples of any
// number of bits, signed or floating-point, and L*a*b* of 8 or 16 bits. libtiff's own conversion supports fewer types.
// It also treats alpha beside grey and undeclared alpha differently, and makes the white of L*a*b* yellow.
static bool describe_colors(TIFF *file, layout *layout) {
  uint16_t ink_set = 1;
  switch (layout->photometric) {
    case PHOTOMETRIC_WHITE_IS_ZERO:
    case PHOTOMETRIC_BLACK_IS_ZERO: layout->colors = 1; break;
    case PHOTOMETRIC_RGB: layout->colors = 3; break;
    case PHOTOMETRIC_CMYK:
      layout->colors = 4;
      ctiff.GetFieldDefaulted(file, FIELD_INK_SET, &ink_set);
      if (ink_set != 1) return false;
      break;
    case PHOTOMETRIC_PALETTE:
      layout->colors = 1;
      if (layout->bits > 16 || layout->format == FORMAT_FLOAT) return false;
      if (!ctiff.GetField(file, FIELD_COLOR_MAP, &layout->palette[0], &layout->palette[1], &layout->palette[2])) {
        return false;
      }
      layout->palette_shift = palette_shift(layout);
      break;
    case PHOTOMETRIC_LAB:
    case PHOTOMETRIC_ICC_LAB:
      layout->colors = 3;
      if ((layout->bits != 8 && layout->bits != 16) || layout->format == FORMAT_FLOAT) return false;
      break;
    default: return false;
  }
  find_alpha(file, layout);
  return has_known_bits(layout) && layout->samples >= layout->colors + (layout->alpha >= 0);
}

static layout describe(TIFF *file) {
  layout layout = {.photometric = PHOTOMETRIC_BLACK_IS_ZERO, .alpha = -1, .high = 1};
  uint16_t planes = 1;
  ctiff.GetField(file, FIELD_WIDTH, &layout.width);
  ctiff.GetField(file, FIELD_HEIGHT, &layout.height);
  ctiff.GetField(file, FIELD_PHOTOMETRIC, &layout.photometric);
  ctiff.GetFieldDefaulted(file, FIELD_BITS_PER_SAMPLE, &layout.bits);
  ctiff.GetFieldDefaulted(file, FIELD_SAMPLES_PER_PIXEL, &layout.samples);
  ctiff.GetFieldDefaulted(file, FIELD_SAMPLE_FORMAT, &layout.format);
  ctiff.GetFieldDefaulted(file, FIELD_PLANAR_CONFIGURATION, &planes);
  layout.is_planar = planes == 2 && layout.samples > 1;
  layout.is_tiled = ctiff.IsTiled(file) != 0;
  layout.block_width = layout.width;
  layout.block_height = layout.height;
  if (layout.is_tiled) {
    ctiff.GetField(file, FIELD_TILE_WIDTH, &layout.block_width);
    ctiff.GetField(file, FIELD_TILE_LENGTH, &layout.block_height);
  } else {
    uint32_t rows = layout.height;
    ctiff.GetFieldDefaulted(file, FIELD_ROWS_PER_STRIP, &rows);
    if (rows < layout.height) layout.block_height = rows;
  }
  layout.is_foreign = !describe_colors(file, &layout);
  if (layout.is_foreign) layout.is_planar = false;
  return layout;
}

static double half(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const double fraction = bits & 1023;
  const double size = exponent == 0  ? ldexp(fraction, -24)
                    : exponent == 31 ? INFINITY
                                     : ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -size : size;
}

static double floating(const uint8_t *row, size_t index, int bits) {
  if (bits == 64) {
    double value;
    memcpy(&value, row + index * 8, sizeof value);
    return value;
  }
  if (bits == 32) {
    float value;
    memcpy(&value, row + index * 4, sizeof value);
    return (double)value;
  }
  uint16_t value;
  memcpy(&value, row + index * 2, sizeof value);
  return half(value);
}

// Returns an integer sample. libtiff delivers whole bytes in host order, the lowest first. Samples of other sizes have
// the highest bit first.
static uint32_t integer(const uint8_t *row, size_t index, int bits) {
  if (bits % 8 == 0) {
    const size_t count = (size_t)bits / 8;
    uint32_t value = 0;
    for (size_t byte = count; byte > 0; byte--) value = value << 8 | row[index * count + byte - 1];
    return value;
  }
  uint64_t value = 0;
  const size_t first = index * (size_t)bits, last = first + (size_t)bits - 1;
  for (size_t byte = first / 8; byte <= last / 8; byte++) value = value << 8 | row[byte];
  return (uint32_t)(value >> (7 - last % 8) & (((uint64_t)1 << bits) - 1));
}

static const uint8_t *row_of(const layout *layout, const block *block, uint32_t y, int sample) {
  return block->bytes + (layout->is_planar ? (size_t)sample * block->plane_size : 0) + y * block->bytes_per_row;
}

static size_t index_of(const layout *layout, uint32_t x, int sample) {
  return layout->is_planar ? x : (size_t)x * layout->samples + (size_t)sample;
}

static uint32_t number_at(const layout *layout, const block *block, uint32_t x, uint32_t y, int sample) {
  return integer(row_of(layout, block, y, sample), index_of(layout, x, sample), layout->bits);
}

// Returns a sample, scaled to 0 to 1.
static double value_at(const layout *layout, const block *block, uint32_t x, uint32_t y, int sample) {
  double value;
  if (layout->format == FORMAT_FLOAT) {
    value = floating(row_of(layout, block, y, sample), index_of(layout, x, sample), layout->bits);
    if (sample != layout->alpha) value = (value - layout->low) / (layout->high - layout->low);
  } else {
    const uint64_t most = ((uint64_t)1 << layout->bits) - 1;
    uint64_t number = number_at(layout, block, x, y, sample);
    if (layout->format == FORMAT_SIGNED && sample != layout->alpha) number = (number + (most >> 1) + 1) & most;
    value = (double)number / (double)most;
  }
  return value > 0 ? value < 1 ? value : 1 : 0;
}

// Returns a sample, scaled to 0 to 255.
static uint8_t byte_at(const layout *layout, const block *block, uint32_t x, uint32_t y, int sample) {
  if (layout->bits == 8 && layout->format != FORMAT_SIGNED) {
    return row_of(layout, block, y, sample)[index_of(layout, x, sample)];
  }
  return (uint8_t)(value_at(layout, block, x, y, sample) * 255 + 0.5);
}

// Finds the range of floating-point values: 0 to 1, or more if values exceed it.
static void find_range(layout *layout, const block *block, const ctiff_pixels *pixels) {
  (void)pixels;
  for (uint32_t y = 0; y < block->height; y++) {
    for (uint32_t x = 0; x < block->width; x++) {
      for (int sample = 0; sample < layout->colors; sample++) {
        const double value = floating(row_of(layout, block, y, sample), index_of(layout, x, sample), layout->bits);
        if (!isfinite(value)) continue;
        if (value < layout->low) layout->low = value;
        if (value > layout->high) layout->high = value;
      }
    }
  }
}

static uint8_t product(int a, int b) { return (uint8_t)((a * b + 127) / 255); }

static double lab_inverse(double value) {
  return value > 6.0 / 29 ? value * value * value : (value - 4.0 / 29) * 108 / 841;
}

static uint8_t gamma_byte(double linear) {
  const double value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055;
  return (uint8_t)(value <= 0 ? 0 : value >= 1 ? 255 : value * 255 + 0.5);
}

// Returns a* or b*: signed, or with an offset of 128 in ICC's encoding (TIFF technical notes of Adobe, 2002).
static double opponent_at(const layout *layout, const block *block, uint32_t x, uint32_t y, int sample) {
  const uint32_t number = number_at(layout, block, x, y, sample);
  const double value = layout->bits == 16 ? number / 256.0 : number;
  if (layout->photometric == PHOTOMETRIC_ICC_LAB) return value - 128;
  return value < 128 ? value : value - 256;
}

// Converts L*a*b* with white point D50 to sRGB (Bradford).
static void convert_lab(const layout *layout, const block *block, uint32_t x, uint32_t y, uint8_t *to) {
  const int most = layout->bits == 8 ? 255 : layout->photometric == PHOTOMETRIC_ICC_LAB ? 65280 : 65535;
  const double middle = ((double)number_at(layout, block, x, y, 0) * 100 / most + 16) / 116;
  const double X = 0.96422 * lab_inverse(middle + opponent_at(layout, block, x, y, 1) / 500);
  const double Y = lab_inverse(middle);
  const double Z = 0.82521 * lab_inverse(middle - opponent_at(layout, block, x, y, 2) / 200);
  to[0] = gamma_byte(3.1338561 * X - 1.6168667 * Y - 0.4906146 * Z);
  to[1] = gamma_byte(-0.9787684 * X + 1.9161415 * Y + 0.0334540 * Z);
  to[2] = gamma_byte(0.0719453 * X - 0.2289914 * Y + 1.4052427 * Z);
}

// Converts a pixel to red, green and blue.
static void convert_colors(const layout *layout, const block *block, uint32_t x, uint32_t y, uint8_t *to) {
  if (layout->photometric == PHOTOMETRIC_PALETTE) {
    const uint32_t index = number_at(layout, block, x, y, 0);
    for (int channel = 0; channel < 3; channel++) {
      to[channel] = (uint8_t)(layout->palette[channel][index] >> layout->palette_shift);
    }
    return;
  }
  if (layout->photometric == PHOTOMETRIC_LAB || layout->photometric == PHOTOMETRIC_ICC_LAB) {
    convert_lab(layout, block, x, y, to);
    return;
  }
  uint8_t values[4] = {0};
  for (int sample = 0; sample < layout->colors; sample++) values[sample] = byte_at(layout, block, x, y, sample);
  for (int channel = 0; channel < 3; channel++) {
    switch (layout->photometric) {
      case PHOTOMETRIC_WHITE_IS_ZERO: to[channel] = 255 - values[0]; break;
      case PHOTOMETRIC_RGB: to[channel] = values[channel]; break;
      case PHOTOMETRIC_CMYK: to[channel] = product(255 - values[channel], 255 - values[3]); break;
      default: to[channel] = values[0];
    }
  }
}

// Divides the colors of a pixel by its alpha.
static void unpremultiply(uint8_t *pixel) {
  const int alpha = pixel[3];
  if (alpha == 0 || alpha == 255) return;
  for (int channel = 0; channel < 3; channel++) {
    const int straight = (pixel[channel] * 255 + alpha / 2) / alpha;
    pixel[channel] = (uint8_t)(straight > 255 ? 255 : straight);
  }
}

static uint8_t *target(const block *block, uint32_t y, const ctiff_pixels *pixels) {
  return pixels->rows + (ptrdiff_t)(block->y + y) * pixels->bytes_per_row + (ptrdiff_t)block->x * 4;
}

// Converts red, green, blue and alpha to BGRA.
static void reorder(const uint8_t *from, uint8_t *to) {
  to[0] = from[2], to[1] = from[1], to[2] = from[0], to[3] = from[3];
}

static void convert_block(layout *layout, const block *block, const ctiff_pixels *pixels) {
  for (uint32_t y = 0; y < block->height; y++) {
    uint8_t *to = target(block, y, pixels);
    for (uint32_t x = 0; x < block->width; x++, to += 4) {
      uint8_t pixel[4];
      convert_colors(layout, block, x, y, pixel);
      pixel[3] = layout->alpha < 0 ? 255 : byte_at(layout, block, x, y, layout->alpha);
      if (layout->is_premultiplied) unpremultiply(pixel);
      reorder(pixel, to);
    }
  }
}

// Copies pixels converted by libtiff, which start with the lowest row of the strip or tile.
static void copy_block(layout *layout, const block *block, const ctiff_pixels *pixels) {
  const uint32_t rows = layout->is_tiled ? layout->block_height : block->height;
  for (uint32_t y = 0; y < block->height; y++) {
    const uint8_t *from = block->bytes + (size_t)(rows - 1 - y) * block->bytes_per_row;
    uint8_t *to = target(block, y, pixels);
    for (uint32_t x = 0; x < block->width; x++, from += 4, to += 4) reorder(from, to);
  }
}

static bool read_foreign_block(TIFF *file, const layout *layout, const block *block) {
  // NOLINTNEXTLINE(bugprone-casting-through-void): memory of malloc's is aligned for any type.
  uint32_t *pixels = (uint32_t *)(void *)block->bytes;
  return layout->is_tiled ? ctiff.ReadRGBATileExt(file, block->x, block->y, pixels, 1)
                          : ctiff.ReadRGBAStripExt(file, block->y, pixels, 1);
}

// Reads all planes of a block. Returns false if one cannot be read.
static bool read_block(TIFF *file, const layout *layout, const block *block) {
  memset(block->bytes, 0, block->plane_size);
  if (layout->is_foreign) return read_foreign_block(file, layout, block);
  const int planes = layout->is_planar ? layout->colors + (layout->alpha >= 0) : 1;
  for (int plane = 0; plane < planes; plane++) {
    uint8_t *bytes = block->bytes + (size_t)plane * block->plane_size;
    if (plane > 0) memset(bytes, 0, block->plane_size);
    const uint16_t sample = (uint16_t)plane;
    const ssize_t size = (ssize_t)block->plane_size;
    const ssize_t count =
        layout->is_tiled
            ? ctiff.ReadEncodedTile(file, ctiff.ComputeTile(file, block->x, block->y, 0, sample), bytes, size)
            : ctiff.ReadEncodedStrip(file, ctiff.ComputeStrip(file, block->y, sample), bytes, size);
    if (count < 0) return false;
  }
  return true;
}

// Reads all blocks in turn. Blocks that cannot be read are skipped.
static ctiff_outcome visit_blocks(
    TIFF *file, const ctiff_picture *picture, layout *layout, block *block, const ctiff_pixels *pixels,
    block_visitor visit) {
  size_t read = 0, failed = 0;
  for (uint64_t y = 0; y < layout->height; y += layout->block_height) {
    for (uint64_t x = 0; x < layout->width; x += layout->block_width) {
      if (picture->is_over && picture->is_over()) return CTIFF_STOPPED;
      block->x = (uint32_t)x, block->y = (uint32_t)y;
      const uint32_t columns = layout->width - block->x, rows = layout->height - block->y;
      block->width = columns < layout->block_width ? columns : layout->block_width;
      block->height = rows < layout->block_height ? rows : layout->block_height;
      if (read_block(file, layout, block)) {
        visit(layout, block, pixels);
        read++;
      } else {
        failed++;
      }
    }
  }
  return failed == 0 ? CTIFF_DONE : read == 0 ? CTIFF_DAMAGED : CTIFF_PARTIAL;
}

// Computes the sizes of a block in bytes. Returns false if they are invalid.
static bool measure(TIFF *file, const layout *layout, block *block) {
  if (layout->block_width == 0 || layout->block_height == 0) return false;
  ssize_t row_size, plane_size;
  if (layout->is_foreign) {
    row_size = (ssize_t)layout->block_width * 4;
    if (__builtin_mul_overflow(row_size, layout->block_height, &plane_size)) return false;
  } else {
    row_size = layout->is_tiled ? ctiff.TileRowSize(file) : ctiff.ScanlineSize(file);
    plane_size = layout->is_tiled ? ctiff.TileSize(file) : ctiff.StripSize(file);
  }
  if (row_size <= 0 || plane_size / row_size < layout->block_height) return false;
  block->bytes_per_row = (size_t)row_size;
  block->plane_size = (size_t)plane_size;
  return true;
}

ctiff_outcome ctiff_convert(
    TIFF *file, const ctiff_picture *picture, const ctiff_pixels *pixels, ctiff_failure *failure) {
  layout layout = describe(file);
  char reason[1024] = "";
  if (layout.is_foreign && !ctiff.RGBAImageOK(file, reason)) {
    snprintf(failure->message, sizeof failure->message, "%.199s", reason);
    return CTIFF_UNSUPPORTED;
  }
  // Keep the rows as stored.
  if (layout.is_foreign) ctiff.SetField(file, FIELD_ORIENTATION, 1);
  block block = {0};
  if (!measure(file, &layout, &block)) return CTIFF_DAMAGED;
  const size_t planes = layout.is_planar ? MOST_SAMPLES : 1;
  if (block.plane_size > (size_t)ctiff_memory_limit(layout.width, layout.height) / planes) return CTIFF_NO_MEMORY;
  block.bytes = malloc(block.plane_size * planes);
  if (!block.bytes) return CTIFF_NO_MEMORY;
  // Pixels that cannot be read stay transparent.
  for (uint32_t y = 0; y < layout.height; y++) {
    memset(pixels->rows + (ptrdiff_t)y * pixels->bytes_per_row, 0, (size_t)layout.width * 4);
  }
  ctiff_outcome outcome = CTIFF_DONE;
  if (!layout.is_foreign && layout.format == FORMAT_FLOAT) {
    outcome = visit_blocks(file, picture, &layout, &block, pixels, find_range);
  }
  if (outcome != CTIFF_STOPPED) {
    outcome = visit_blocks(file, picture, &layout, &block, pixels, layout.is_foreign ? copy_block : convert_block);
  }
  free(block.bytes);
  // At the first strip or tile, libtiff reports unsupported types of pictures with a message that starts with "Sorry,
  // ".
  const bool is_lacking = layout.is_foreign && !strncmp(failure->message, "Sorry, ", 7);
  return outcome == CTIFF_DAMAGED && is_lacking ? CTIFF_UNSUPPORTED : outcome;
}
