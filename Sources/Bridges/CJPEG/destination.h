// A destination for compressed bytes: a growing buffer from malloc.
#ifndef OPENCAPTURE_CJPEG_DESTINATION_H
#define OPENCAPTURE_CJPEG_DESTINATION_H

#include "fence.h"

// libjpeg's own memory destination leaks its buffer if writing fails. This one can be freed then.
typedef struct {
  struct jpeg_destination_mgr manager;  // must be first: libjpeg passes a pointer to it
  uint8_t *bytes;
  size_t capacity, count;
} cjpeg_destination;

// Initializes an empty destination and returns the value for `cinfo->dest`.
struct jpeg_destination_mgr *cjpeg_destination_prepare(cjpeg_destination *destination);

#endif
