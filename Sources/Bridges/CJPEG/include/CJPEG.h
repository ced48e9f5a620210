// JPEG decoding and encoding with libjpeg-turbo, without exposing its structures, exits and long jumps.
#ifndef OPENCAPTURE_CJPEG_H
#define OPENCAPTURE_CJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  CJPEG_OK = 0,
  // The data ends early.
  CJPEG_TRUNCATED,
  // The data is damaged in another way.
  CJPEG_CORRUPT,
  // A variant of JPEG that libjpeg cannot decode.
  CJPEG_UNSUPPORTED,
  CJPEG_NO_MEMORY,
  // The stop callback returned true.
  CJPEG_STOPPED,
} cjpeg_status;

typedef enum {
  CJPEG_COLOUR_GREY,
  CJPEG_COLOUR_YCC,
  CJPEG_COLOUR_OTHER,
} cjpeg_colour;

// The properties in the header.
typedef struct {
  size_t width, height;
  cjpeg_colour colour;
  int component_count;
  // Sampling factors of the components. Only the first `component_count` entries are set.
  int horizontal[4], vertical[4];
  // The fewest bytes of the entropy-coded data of a picture of this size.
  uint64_t minimum_byte_count;
  // The memory for the coefficients of a picture in several scans, in bytes; 0 for one scan.
  uint64_t coefficient_byte_count;
} cjpeg_header;

typedef enum { CJPEG_GREY, CJPEG_BGRA, CJPEG_RGBA, CJPEG_RGB, CJPEG_BGR } cjpeg_pixels;

typedef struct {
  cjpeg_pixels pixels;
  // The picture is decoded at 1 / `denominator` of its size; allowed values are 1, 2, 4 and 8.
  unsigned denominator;
  // Whether to interpolate between chroma samples. Repeating them is faster.
  bool smooths_chroma;
} cjpeg_options;

typedef struct cjpeg_reader cjpeg_reader;

// Creates a reader of `count` bytes, which must outlive the reader. Returns NULL if memory is exhausted.
// With `stops_at_damage`, damage that loses pixels ends the reading. Otherwise libjpeg continues as far as possible.
cjpeg_reader *cjpeg_reader_create(const uint8_t *bytes, size_t count, bool stops_at_damage);
void cjpeg_reader_destroy(cjpeg_reader *reader);

// Sets a stop callback, which is called every 16 rows of blocks. Reading ends when `is_over` returns true.
void cjpeg_reader_set_stop_callback(cjpeg_reader *reader, bool (*is_over)(void));

// After a failure, only cjpeg_reader_message and cjpeg_reader_destroy may be called.
cjpeg_status cjpeg_read_header(cjpeg_reader *reader, cjpeg_header *header);

// Starts decoding to pixels, and returns the size of the decoded picture.
cjpeg_status cjpeg_start(cjpeg_reader *reader, const cjpeg_options *options, size_t *width, size_t *height);
// Reads the next `row_count` rows. `rows_read` receives the number of rows read, even after a failure.
cjpeg_status cjpeg_read_rows(
    cjpeg_reader *reader, uint8_t *pixels, size_t bytes_per_row, size_t row_count, size_t *rows_read);

// One component of a picture in its stored resolution: `width` by `height` samples of 8 bits.
typedef struct {
  uint8_t *samples;
  size_t bytes_per_row, width, height;
} cjpeg_plane;

// Starts decoding to the stored components, and returns their sizes.
cjpeg_status cjpeg_start_planes(cjpeg_reader *reader, cjpeg_plane planes[4]);
// Reads all rows of all components into `planes`.
cjpeg_status cjpeg_read_planes(cjpeg_reader *reader, const cjpeg_plane *planes);

// Reads up to the end of the picture, to detect missing data.
cjpeg_status cjpeg_finish(cjpeg_reader *reader);

// Returns the kind of the first damage that lost pixels; CJPEG_OK if none was found.
cjpeg_status cjpeg_damage(const cjpeg_reader *reader);
// Returns libjpeg's message about the failure, or about the damage; empty if neither occurred.
const char *cjpeg_reader_message(const cjpeg_reader *reader);

typedef struct {
  size_t width, height;
  cjpeg_pixels pixels;
  // 1 to 100.
  int quality;
  // Sampling factors of luma: (1, 1) is 4:4:4, (2, 1) is 4:2:2, (2, 2) is 4:2:0.
  int horizontal, vertical;
  // The content of an APP1 segment, at most 65533 bytes; NULL for none.
  const uint8_t *exif;
  size_t exif_count;
} cjpeg_write_options;

// The written file, allocated with malloc, or the message of the failure.
typedef struct {
  uint8_t *bytes;
  size_t count;
  char message[200];
} cjpeg_output;

// Writes packed pixels. A fourth byte per pixel is ignored.
cjpeg_status cjpeg_write(
    const cjpeg_write_options *options, const uint8_t *pixels, size_t bytes_per_row, cjpeg_output *output);
// Writes Y, Cb and Cr planes, chroma at half width and height.
cjpeg_status cjpeg_write_planes(const cjpeg_write_options *options, const cjpeg_plane planes[3], cjpeg_output *output);

#endif
