// PNG decoding and encoding with libpng, without exposing its structures, exits and long jumps.
#ifndef OPENCAPTURE_CPNG_H
#define OPENCAPTURE_CPNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  CPNG_OK = 0,
  // The data ends early.
  CPNG_TRUNCATED,
  // The data is damaged in another way.
  CPNG_CORRUPT,
  CPNG_NO_MEMORY,
  // The stop callback returned true.
  CPNG_STOPPED,
} cpng_status;

// The content of a row with 8 bits per component: 1, 2, 1, 3 and 4 bytes per pixel.
typedef enum { CPNG_GREY, CPNG_GREY_ALPHA, CPNG_INDEX, CPNG_RGB, CPNG_RGBA } cpng_rows;

// The layout of the decoded rows. Components of 16 bits are rounded to 8 bits, those of fewer bits are expanded.
typedef struct {
  size_t width, height;
  cpng_rows rows;
  bool is_interlaced;
  // For CPNG_INDEX: B, G, R and A of each index; opaque black for indices without a colour.
  uint8_t palette[256 * 4];
} cpng_layout;

typedef struct cpng_reader cpng_reader;

// Creates a reader of `count` bytes, which must outlive the reader. Returns NULL if memory is exhausted.
// With `reads_to_the_last_byte`, all rows of a truncated file are decoded, but slowly. Otherwise rows in the last
// kilobytes are lost.
cpng_reader *cpng_reader_create(const uint8_t *bytes, size_t count, bool reads_to_the_last_byte);
void cpng_reader_destroy(cpng_reader *reader);

// After a failure, only cpng_reader_message and cpng_reader_destroy may be called.
cpng_status cpng_start(cpng_reader *reader, cpng_layout *layout);
// Reads the next `row_count` rows of a picture that isn't interlaced. `rows_read` receives the number of rows read,
// even after a failure.
cpng_status cpng_read_rows(
    cpng_reader *reader, uint8_t *rows, size_t bytes_per_row, size_t row_count, size_t *rows_read);
// Reads a whole interlaced picture. Stops when `is_over`, which is called every 16 rows, returns true. Pixels missing
// in a damaged picture are copied from their neighbours or stay unchanged.
cpng_status cpng_read_interlaced(cpng_reader *reader, uint8_t *rows, size_t bytes_per_row, bool (*is_over)(void));
// Reads up to the end of the file, to detect missing data.
cpng_status cpng_finish(cpng_reader *reader);

// Returns the kind of damage that didn't end the reading; CPNG_OK if none was found.
cpng_status cpng_damage(const cpng_reader *reader);
// Returns libpng's message about the failure, or about the damage; empty if neither occurred.
const char *cpng_reader_message(const cpng_reader *reader);

// Replaces indices by the colours of the palette.
void cpng_map_colours(const uint8_t *indices, uint8_t *bgra, size_t count, const uint8_t *palette);
// Converts indices to the values of the table; both may be at the same place.
void cpng_map_values(const uint8_t *indices, uint8_t *values, size_t count, const uint8_t *table);
// Converts grey with alpha to R, G, B, A.
void cpng_expand_grey(const uint8_t *grey_alpha, uint8_t *rgba, size_t count);

typedef enum {
  CPNG_WRITE_GREY,
  CPNG_WRITE_BGRA,
  CPNG_WRITE_RGBA,
  CPNG_WRITE_RGB,
  CPNG_WRITE_BGR,
} cpng_pixels;

typedef struct {
  size_t width, height;
  cpng_pixels pixels;
  // Whether to omit the fourth byte of each pixel.
  bool drops_alpha;
  // The level of zlib: 0 (none) to 9 (smallest).
  int compression_level;
  // The content of an eXIf chunk; NULL for none.
  const uint8_t *exif;
  size_t exif_count;
} cpng_write_options;

// The written file, allocated with malloc, or the message of the failure.
typedef struct {
  uint8_t *bytes;
  size_t count;
  char message[200];
} cpng_output;

cpng_status cpng_write(
    const cpng_write_options *options, const uint8_t *pixels, size_t bytes_per_row, cpng_output *output);

#endif
