// JPEG pictures by libjpeg-turbo, without its structs, its exits and its jumps: those stay behind these
// functions.
#ifndef OPENCAPTURE_CJPEG_H
#define OPENCAPTURE_CJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  CJPEG_OK = 0,
  // The data ends before the picture does.
  CJPEG_TRUNCATED,
  // The data is wrong in another way.
  CJPEG_CORRUPT,
  // A variant of JPEG that the library can't decode.
  CJPEG_UNSUPPORTED,
  CJPEG_NO_MEMORY,
  // Whoever was asked whether to go on said no.
  CJPEG_STOPPED,
} cjpeg_status;

typedef enum {
  CJPEG_COLOUR_GREY,
  CJPEG_COLOUR_YCC,
  CJPEG_COLOUR_RGB,
  CJPEG_COLOUR_CMYK,
  CJPEG_COLOUR_OTHER,
} cjpeg_colour;

// What the header says.
typedef struct {
  size_t width, height;
  cjpeg_colour colour;
  int component_count;
  // Sampling factors of the components; only the first `component_count` are set.
  int horizontal[4], vertical[4];
  // The fewest bytes that entropy-coded data of this size can have.
  uint64_t least_byte_count;
  // What the library holds of a picture that comes in several scans: all its coefficients. 0 for one scan.
  uint64_t coefficient_byte_count;
} cjpeg_header;

typedef enum { CJPEG_GREY, CJPEG_BGRA, CJPEG_RGBA, CJPEG_RGB, CJPEG_BGR } cjpeg_pixels;

typedef struct {
  cjpeg_pixels pixels;
  // The picture is decoded at 1 / `denominator` of its size: 1, 2, 4 or 8.
  unsigned denominator;
  // Interpolates between chroma samples; else they are repeated, which is faster.
  bool smooths_chroma;
} cjpeg_options;

typedef struct cjpeg_reader cjpeg_reader;

// Makes a reader of `count` bytes, which must outlive it; NULL where there is no memory.
// With `stops_at_damage`, a defect that loses pixels ends the reading; else the library goes on as well as it
// can.
cjpeg_reader *cjpeg_reader_create(const uint8_t *bytes, size_t count, bool stops_at_damage);
void cjpeg_reader_destroy(cjpeg_reader *reader);

// Lets reading end where `is_over` says so, which is asked every so many rows.
void cjpeg_reader_watch(cjpeg_reader *reader, bool (*is_over)(void));

// After any failure, the reader can only be asked for its message, and destroyed.
cjpeg_status cjpeg_read_header(cjpeg_reader *reader, cjpeg_header *header);

// Starts decoding to pixels; says how large the picture will be.
cjpeg_status cjpeg_start(cjpeg_reader *reader, const cjpeg_options *options, size_t *width, size_t *height);
// Reads the next `row_count` rows; `rows_read` says how many it were, after a failure too.
cjpeg_status cjpeg_read_rows(
    cjpeg_reader *reader, uint8_t *pixels, size_t bytes_per_row, size_t row_count, size_t *rows_read);

// One component of a picture that is read as it is stored: `width` by `height` samples of 8 bits.
typedef struct {
  uint8_t *samples;
  size_t bytes_per_row, width, height;
} cjpeg_plane;

// Starts decoding to the stored components, and says how large each is.
cjpeg_status cjpeg_start_planes(cjpeg_reader *reader, cjpeg_plane planes[4]);
// Reads all rows of all components into `planes`.
cjpeg_status cjpeg_read_planes(cjpeg_reader *reader, const cjpeg_plane *planes);

// Reads up to the end of the picture, where missing data shows.
cjpeg_status cjpeg_finish(cjpeg_reader *reader);

// The first defect that lost pixels; CJPEG_OK where there was none.
cjpeg_status cjpeg_damage(const cjpeg_reader *reader);
// The library's words for the failure, else for the damage; empty where there is neither.
const char *cjpeg_reader_message(const cjpeg_reader *reader);

typedef struct {
  size_t width, height;
  cjpeg_pixels pixels;
  // 1 to 100.
  int quality;
  // Sampling factors of luma: (1, 1) is 4:4:4, (2, 1) is 4:2:2, (2, 2) is 4:2:0.
  int horizontal, vertical;
  // What goes into an APP1 segment, at most 65533 bytes; NULL for none.
  const uint8_t *exif;
  size_t exif_count;
} cjpeg_write_options;

// What was written, from malloc, or the words for why it wasn't.
typedef struct {
  uint8_t *bytes;
  size_t count;
  char message[200];
} cjpeg_output;

// Writes packed pixels; a fourth byte is ignored.
cjpeg_status cjpeg_write(
    const cjpeg_write_options *options, const uint8_t *pixels, size_t bytes_per_row, cjpeg_output *output);
// Writes Y, Cb and Cr planes, chroma at half width and height.
cjpeg_status cjpeg_write_planes(const cjpeg_write_options *options, const cjpeg_plane planes[3], cjpeg_output *output);

#endif
