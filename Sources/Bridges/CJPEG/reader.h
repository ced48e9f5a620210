// Declarations shared by the files of the reader.
#ifndef OPENCAPTURE_CJPEG_READER_H
#define OPENCAPTURE_CJPEG_READER_H

#include "fence.h"

struct cjpeg_reader {
  cjpeg_error_trap fence;
  struct jpeg_decompress_struct library;
  struct jpeg_progress_mgr progress;
  const uint8_t *bytes;
  size_t count;
  // The number of blocks in all scans so far, and its limit.
  uint64_t work, work_limit;
  int last_scan;
  // Returns whether to stop; may be NULL.
  bool (*is_over)(void);
  uint32_t steps;
  cjpeg_pixels pixels;
  // A row of CMYK before its conversion, in memory owned by libjpeg.
  JSAMPARRAY cmyk_row;
};

#endif
