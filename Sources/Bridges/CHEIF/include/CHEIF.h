// HEIC and AVIF decoding and encoding with libheif, which is loaded when the first picture is opened.

#ifndef OPENCAPTURE_CHEIF_H
#define OPENCAPTURE_CHEIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cheif_file cheif_file;

// The result of an operation.
typedef enum cheif_outcome {
  CHEIF_DONE,
  CHEIF_NO_LIBRARY,
  CHEIF_NO_DECODER,  // libheif is installed without a decoder or encoder for the codec
  CHEIF_UNSUPPORTED,  // libheif has a decoder, but lacks another feature
  CHEIF_DAMAGED,
  CHEIF_NO_MEMORY,
} cheif_outcome;

// The message of libheif, zero-terminated; empty if libheif has none.
typedef struct cheif_failure {
  char message[160];
} cheif_failure;

// Loads the libraries. Returns false if one is missing. Thread-safe; later calls cost nothing.
bool cheif_load(void);

// Opens a file. The bytes must stay valid until it is closed.
//
// Pictures with a side longer than `longest_side` pixels are rejected, so that headers cannot request too much memory.
cheif_outcome cheif_open(
    const uint8_t *bytes, size_t count, int longest_side, cheif_file **file, cheif_failure *failure);
void cheif_close(cheif_file *file);

// Returns the number of pictures, without thumbnails and parts of other pictures.
int cheif_picture_count(const cheif_file *file);

// Returns the stored size of a picture. Returns false if the picture cannot be read. The size ignores properties in an
// unusual order, so that the decoded picture may be rotated.
bool cheif_picture_size(cheif_file *file, int index, int *width, int *height);

typedef struct cheif_decoded cheif_decoded;

// Decodes a picture, with the rotation and cropping of the file applied. A picture with more pixels than the stored
// size is treated as damaged.
cheif_outcome cheif_decode(cheif_file *file, int index, cheif_decoded **decoded, cheif_failure *failure);
void cheif_decoded_free(cheif_decoded *decoded);
int cheif_decoded_width(const cheif_decoded *decoded);
int cheif_decoded_height(const cheif_decoded *decoded);

// Copies a decoded picture as BGRA with straight alpha.
void cheif_decoded_copy(const cheif_decoded *decoded, uint8_t *pixels, int bytes_per_row);

typedef enum cheif_codec { CHEIF_HEVC, CHEIF_AV1 } cheif_codec;

// A picture to write: red, green and blue, one byte each.
typedef struct cheif_picture {
  cheif_codec codec;
  const uint8_t *pixels;
  int width, height, bytes_per_row;
  int quality;  // 0 to 100
  int orientation;  // an EXIF orientation, 1 to 8
  const uint8_t *exif;
  int exif_count;
} cheif_picture;

// An encoded file. Release `bytes` with free().
typedef struct cheif_output {
  uint8_t *bytes;
  size_t count;
} cheif_output;

// Returns whether libheif can write pictures with a codec and an orientation.
bool cheif_encodes(cheif_codec codec);

// Encodes a picture. Returns CHEIF_NO_DECODER if the codec cannot be written.
cheif_outcome cheif_encode(const cheif_picture *picture, cheif_output *output, cheif_failure *failure);

#endif
