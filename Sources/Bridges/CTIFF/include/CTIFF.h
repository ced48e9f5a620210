// TIFF decoding with libtiff, which is loaded when the first picture is decoded.

#ifndef OPENCAPTURE_CTIFF_H
#define OPENCAPTURE_CTIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ctiff_outcome {
  CTIFF_DONE,
  CTIFF_PARTIAL,  // some strips or tiles cannot be decoded
  CTIFF_NO_LIBRARY,
  CTIFF_NO_CODEC,  // libtiff was built without a decoder for the compression
  CTIFF_UNSUPPORTED,  // libtiff can read the data, but its type isn't supported
  CTIFF_DAMAGED,
  CTIFF_STOPPED,
  CTIFF_NO_MEMORY,
} ctiff_outcome;

// A picture in a file, identified by the offset of its directory.
typedef struct ctiff_picture {
  const uint8_t *bytes;
  size_t byte_count;
  uint64_t directory;
  bool (*is_over)(void);  // returns whether to stop, called on the calling thread; may be NULL
} ctiff_picture;

// Pixels to fill: BGRA, straight alpha, rows in stored order.
typedef struct ctiff_pixels {
  uint8_t *rows;
  int width, height, bytes_per_row;
} ctiff_pixels;

typedef struct ctiff_failure {
  int compression;  // the value of field 259; 0 if the directory cannot be read
  char message[200];  // the message of libtiff, zero-terminated; empty if libtiff has none
} ctiff_failure;

// Loads the library. Returns false if it is missing. Thread-safe; later calls cost nothing.
bool ctiff_load(void);

// Decodes a picture. The size of `pixels` must match the directory.
ctiff_outcome ctiff_decode(const ctiff_picture *picture, const ctiff_pixels *pixels, ctiff_failure *failure);

#endif
