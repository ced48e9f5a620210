#include "lines.h"

size_t cprocessing_scratch(size_t width) {
  return LINES * line_bytes(width + (size_t)2 * REACH) + line_bytes(width * sizeof(uint16_t));
}

// Blends `color` over `base`, both without a fourth byte; one multiplication handles two components.
BODY uint32_t mixed(uint32_t base, uint32_t color, uint32_t strength) {
  uint32_t rest = 256 - strength;
  uint32_t outer = (base & 0xff00ff) * rest + (color & 0xff00ff) * strength;
  uint32_t inner = (base >> 8 & 0xff) * rest + (color >> 8 & 0xff) * strength;
  return (outer >> 8 & 0xff00ff) | (inner & 0xff00);
}

BODY void draw_row(
    const uint8_t *source, const uint8_t *luma, const uint16_t *magnitudes, uint8_t *target, size_t width,
    cprocessing_peaking options, bool source_is_luma, bool is_grey, bool is_opaque) {
  const bgra_pixel *from = (const bgra_pixel *)source;
  bgra_pixel *to = (bgra_pixel *)target;
  EACH_PIXEL
  for (size_t x = 0; x < width; x++) {
    uint32_t pixel = source_is_luma ? 0xff000000 : from[x];
    uint32_t base = is_grey ? luma[x] * 0x010101u : pixel & 0xffffff;
    uint32_t edge = is_opaque ? options.color : mixed(base, options.color, options.strength);
    to[x] = (pixel & 0xff000000) | (magnitudes[x] > options.threshold ? edge : base);
  }
}

// Makes each choice outside the loop.
BODY void draw_chosen_row(
    const uint8_t *source, const uint8_t *luma, const uint16_t *magnitudes, uint8_t *target, size_t width,
    cprocessing_peaking options) {
  bool is_opaque = options.strength == 256;
  if (options.source_is_luma) {
    draw_row(source, luma, magnitudes, target, width, options, true, true, false);
  } else if (options.is_grey) {
    draw_row(source, luma, magnitudes, target, width, options, false, true, false);
  } else if (is_opaque) {
    draw_row(source, luma, magnitudes, target, width, options, false, false, true);
  } else {
    draw_row(source, luma, magnitudes, target, width, options, false, false, false);
  }
}

INLINED void cprocessing_peak_plain(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, cprocessing_peaking options,
    void *scratch) {
  lines lines = lines_in(scratch, width);
  for (size_t y = 0; y < REACH && y < height; y++) {
    read_luma(source.bytes + y * source.stride, lines.luma[y], width, options.source_is_luma);
  }
  for (size_t y = 0; y < height; y++) {
    // Later rows are read before this one is written, so that a picture can be its own target.
    size_t ahead = y + REACH;
    if (ahead < height) {
      read_luma(source.bytes + ahead * source.stride, lines.luma[ahead % LINES], width, options.source_is_luma);
    }
    const uint8_t *luma = lines.luma[y % LINES];
    const uint8_t *above = lines.luma[(y > 0 ? y - 1 : 0) % LINES];
    const uint8_t *below = lines.luma[(y + 1 < height ? y + 1 : y) % LINES];
    measure_edges(above, luma, below, lines.magnitudes, width, options.kernel);
    if (options.sharpness > 0) {
      const uint8_t *far_above = lines.luma[(y > REACH ? y - REACH : 0) % LINES];
      const uint8_t *far_below = lines.luma[(ahead < height ? ahead : height - 1) % LINES];
      reject_blurred(far_above, above, luma, below, far_below, lines.magnitudes, width, options.sharpness);
    }
    draw_chosen_row(
        source.bytes + y * source.stride, luma, lines.magnitudes, target.bytes + y * target.stride, width, options);
  }
}

CLONES void cprocessing_peak(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, cprocessing_peaking options,
    void *scratch) {
  cprocessing_peak_plain(source, target, width, height, options, scratch);
}
