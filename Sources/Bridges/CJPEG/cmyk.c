#include "reader.h"

// Returns the light that an ink and the black ink leave. All values are amounts of light, not of ink.
static uint8_t remaining(uint8_t colour, uint8_t black) { return (uint8_t)((colour * black + 127) / 255); }

static uint8_t luma(unsigned red, unsigned green, unsigned blue) {
  return (uint8_t)((77 * red + 150 * green + 29 * blue + 128) >> 8);
}

void cjpeg_convert_cmyk(const uint8_t *cmyk, uint8_t *pixels, size_t width, cjpeg_pixels format, bool inverted) {
  const uint8_t flip = inverted ? 0 : 255;
  for (size_t x = 0; x < width; x++, cmyk += 4) {
    const uint8_t black = cmyk[3] ^ flip;
    const uint8_t red = remaining(cmyk[0] ^ flip, black);
    const uint8_t green = remaining(cmyk[1] ^ flip, black);
    const uint8_t blue = remaining(cmyk[2] ^ flip, black);
    if (format == CJPEG_GREY) {
      *pixels++ = luma(red, green, blue);
      continue;
    }
    const bool starts_with_red = format == CJPEG_RGB || format == CJPEG_RGBA;
    *pixels++ = starts_with_red ? red : blue;
    *pixels++ = green;
    *pixels++ = starts_with_red ? blue : red;
    if (format == CJPEG_BGRA || format == CJPEG_RGBA) *pixels++ = 255;
  }
}
