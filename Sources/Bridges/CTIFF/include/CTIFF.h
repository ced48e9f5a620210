// TIFF pictures by libtiff, which is loaded when the first is decoded.

#ifndef OPENCAPTURE_CTIFF_H
#define OPENCAPTURE_CTIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ctiff_outcome {
  CTIFF_DONE,
  CTIFF_PARTIAL,  // some strips or tiles can't be decoded
  CTIFF_NO_LIBRARY,
  CTIFF_NO_CODEC,  // the library was built without a decoder for the compression
  CTIFF_UNSUPPORTED,  // the library reads the data, but it isn't of a kind that is converted here
  CTIFF_DAMAGED,
  CTIFF_STOPPED,
  CTIFF_NO_MEMORY,
} ctiff_outcome;

// A picture in a file, by the place of its directory.
typedef struct ctiff_picture {
  const uint8_t *bytes;
  size_t byte_count;
  uint64_t directory;
  bool (*is_over)(void);  // asked on the calling thread whether decoding is to stop; NULL for nobody
} ctiff_picture;

// Pixels to fill: BGRA, straight alpha, rows as they are stored in the file.
typedef struct ctiff_pixels {
  uint8_t *rows;
  int width, height, bytes_per_row;
} ctiff_pixels;

typedef struct ctiff_failure {
  int compression;  // the number of field 259; 0 if the directory can't be read
  char message[200];  // the library's own words, ended by a zero; empty if it has none
} ctiff_failure;

// Loads the library; false if it is missing. Safe from any thread; costs nothing the second time.
bool ctiff_load(void);

// Decodes a picture. The size must be the one that the directory gives.
ctiff_outcome ctiff_decode(const ctiff_picture *picture, const ctiff_pixels *pixels, ctiff_failure *failure);

#endif
