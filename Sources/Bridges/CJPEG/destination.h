// Where compressed bytes go: a block from malloc that grows.
#ifndef OPENCAPTURE_CJPEG_DESTINATION_H
#define OPENCAPTURE_CJPEG_DESTINATION_H

#include "fence.h"

// The library's own memory destination loses its block where writing ends by an error; this one keeps hold of
// it.
typedef struct {
  struct jpeg_destination_mgr manager;  // first: the library hands out a pointer to it
  uint8_t *bytes;
  size_t capacity, count;
} cjpeg_destination;

// Prepares an empty destination and gives what goes into `cinfo->dest`.
struct jpeg_destination_mgr *cjpeg_destination_prepare(cjpeg_destination *destination);

#endif
