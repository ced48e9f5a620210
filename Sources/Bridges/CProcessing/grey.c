#include "CProcessing.h"
#include "clones.h"

BODY uint32_t grey_of(uint32_t pixel, cprocessing_weights weights) {
  uint32_t blue = pixel & 255, green = pixel >> 8 & 255, red = pixel >> 16 & 255;
  switch (weights) {
    // 21846 / 65536 exceeds one third by too little to change any sum of three bytes.
    case CPROCESSING_AVERAGE: return ((blue + green + red) * 21846) >> 16;
    case CPROCESSING_BT709: return (blue * 19 + green * 183 + red * 54 + 128) >> 8;
    default: return bt601_luma(pixel);
  }
}

BODY void grey_row(const uint8_t *source, uint8_t *target, size_t width, cprocessing_weights weights) {
  const bgra_pixel *from = (const bgra_pixel *)source;
  bgra_pixel *to = (bgra_pixel *)target;
  EACH_PIXEL
  for (size_t x = 0; x < width; x++) {
    to[x] = (from[x] & 0xff000000) | grey_of(from[x], weights) * 0x010101;
  }
}

INLINED void cprocessing_grey_plain(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, cprocessing_weights weights) {
  for (size_t y = 0; y < height; y++) {
    const uint8_t *from = source.bytes + y * source.stride;
    uint8_t *to = target.bytes + y * target.stride;
    // Constant weights allow the compiler to optimize each loop.
    switch (weights) {
      case CPROCESSING_AVERAGE: grey_row(from, to, width, CPROCESSING_AVERAGE); break;
      case CPROCESSING_BT601: grey_row(from, to, width, CPROCESSING_BT601); break;
      case CPROCESSING_BT709: grey_row(from, to, width, CPROCESSING_BT709); break;
    }
  }
}

CLONES void cprocessing_grey(
    cprocessing_source source, cprocessing_target target, size_t width, size_t height, cprocessing_weights weights) {
  cprocessing_grey_plain(source, target, width, height, weights);
}
