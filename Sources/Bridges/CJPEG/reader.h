// What the files of the reader share.
#ifndef OPENCAPTURE_CJPEG_READER_H
#define OPENCAPTURE_CJPEG_READER_H

#include "fence.h"

struct cjpeg_reader {
  cjpeg_fence fence;
  struct jpeg_decompress_struct library;
  struct jpeg_progress_mgr progress;
  const uint8_t *bytes;
  size_t count;
  // Blocks that all scans so far go over, and how many they may be.
  uint64_t work, most_work;
  int last_scan;
  // Asked whether to go on; NULL for nobody.
  bool (*is_over)(void);
  uint32_t steps;
  cjpeg_pixels pixels;
  // CMYK rows on their way to the pixels that were asked for; the library's memory.
  JSAMPARRAY cmyk_row;
};

// Turns a row of CMYK into pixels; `inverted` where 255 means no ink, as Adobe writes it.
void cjpeg_convert_cmyk(const uint8_t *cmyk, uint8_t *pixels, size_t width, cjpeg_pixels format, bool inverted);

#endif
