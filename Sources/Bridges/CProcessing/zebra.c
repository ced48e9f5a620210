#include "CProcessing.h"
#include "clones.h"

INLINED void cprocessing_zebra_plain(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, uint8_t limit, uint32_t period,
    uint32_t color) {
  for (size_t y = 0; y < height; y++) {
    const bgra_pixel *from = (const bgra_pixel *)(source.bytes + y * source.stride);
    bgra_pixel *to = (bgra_pixel *)(target.bytes + y * target.stride);
    EACH_PIXEL
    for (size_t x = 0; x < width; x++) {
      // The period is a power of two.
      uint32_t is_stripe = (((uint32_t)x + (uint32_t)y) & (period - 1)) < period / 2;
      uint32_t is_bright = bt601_luma(from[x]) >= limit;
      to[x] = is_stripe & is_bright ? (from[x] & 0xff000000) | color : from[x];
    }
  }
}

CLONES void cprocessing_zebra(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, uint8_t limit, uint32_t period,
    uint32_t color) {
  cprocessing_zebra_plain(source, target, width, height, limit, period, color);
}
