// HEIC and AVIF pictures by libheif, which is loaded when the first is opened.

#ifndef OPENCAPTURE_CHEIF_H
#define OPENCAPTURE_CHEIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cheif_file cheif_file;

// What became of what was to be done.
typedef enum cheif_outcome {
  CHEIF_DONE,
  CHEIF_NO_LIBRARY,
  CHEIF_NO_DECODER,  // the library was built, or installed, without one for what is in the file
  CHEIF_UNSUPPORTED,  // there is a decoder, but the library lacks something else
  CHEIF_DAMAGED,
  CHEIF_NO_MEMORY,
} cheif_outcome;

// The library's own words for what went wrong, ended by a zero; empty where it has none.
typedef struct cheif_failure {
  char message[160];
} cheif_failure;

// Opens the libraries; false where one is missing. Safe from any thread; costs nothing once it was done.
bool cheif_load(void);

// Opens a file whose bytes stay where they are until it is closed.
//
// The longest side that any picture in it may have, in pixels, is a bound for what its headers may ask for.
cheif_outcome cheif_open(
    const uint8_t *bytes, size_t count, int longest_side, cheif_file **file, cheif_failure *failure);
void cheif_close(cheif_file *file);

// How many pictures there are, small ones for lists and parts of others left out.
int cheif_picture_count(const cheif_file *file);

// Gets the size that the file states for a picture; false if it can't be read. Properties in an unusual order are left out of
// it, so that the decoded picture can be turned.
bool cheif_picture_size(cheif_file *file, int index, int *width, int *height);

typedef struct cheif_decoded cheif_decoded;

// Decodes a picture as it is to be seen, turned and cropped as the file says. It is damaged if it has more pixels than the
// stated size.
cheif_outcome cheif_decode(cheif_file *file, int index, cheif_decoded **decoded, cheif_failure *failure);
void cheif_decoded_free(cheif_decoded *decoded);
int cheif_decoded_width(const cheif_decoded *decoded);
int cheif_decoded_height(const cheif_decoded *decoded);

// Copies a decoded picture: BGRA, straight alpha.
void cheif_decoded_copy(const cheif_decoded *decoded, uint8_t *pixels, int bytes_per_row);

typedef enum cheif_codec { CHEIF_HEVC, CHEIF_AV1 } cheif_codec;

// What is to be written: red, green and blue in bytes.
typedef struct cheif_picture {
  cheif_codec codec;
  const uint8_t *pixels;
  int width, height, bytes_per_row;
  int quality;  // 0 to 100
  int orientation;  // as EXIF counts them, 1 to 8
  const uint8_t *exif;
  int exif_count;
} cheif_picture;

// A file, to be given back with free().
typedef struct cheif_output {
  uint8_t *bytes;
  size_t count;
} cheif_output;

// Whether the library can write such pictures, turned as they say.
bool cheif_encodes(cheif_codec codec);

// Encodes a picture; CHEIF_NO_DECODER stands for a codec that can't be written.
cheif_outcome cheif_encode(const cheif_picture *picture, cheif_output *output, cheif_failure *failure);

#endif
