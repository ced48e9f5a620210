// PNG pictures by libpng, without its structs, its exits and its jumps: those stay behind these functions.
#ifndef OPENCAPTURE_CPNG_H
#define OPENCAPTURE_CPNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  CPNG_OK = 0,
  // The data ends before the picture does.
  CPNG_TRUNCATED,
  // The data is wrong in another way.
  CPNG_CORRUPT,
  CPNG_NO_MEMORY,
  // Whoever was asked whether to go on said no.
  CPNG_STOPPED,
} cpng_status;

// What a row holds, in 8 bits a component: 1, 2, 1, 3 and 4 bytes a pixel.
typedef enum { CPNG_GREY, CPNG_GREY_ALPHA, CPNG_INDEX, CPNG_RGB, CPNG_RGBA } cpng_rows;

// How the rows will come. Pixels of 16 bits a component are rounded to 8, fewer than 8 are spread.
typedef struct {
  size_t width, height;
  cpng_rows rows;
  bool is_interlaced;
  // For CPNG_INDEX: B, G, R and A of each index; opaque black where the file has no colour for it.
  uint8_t palette[256 * 4];
} cpng_layout;

typedef struct cpng_reader cpng_reader;

// Makes a reader of `count` bytes, which must outlive it; NULL where there is no memory.
// With `reads_to_the_last_byte`, a file that ends early gives all the rows that are in it, but slowly; else
// some kilobytes before its end are lost.
cpng_reader *cpng_reader_create(const uint8_t *bytes, size_t count, bool reads_to_the_last_byte);
void cpng_reader_destroy(cpng_reader *reader);

// After any failure, the reader can only be asked for its message, and destroyed.
cpng_status cpng_start(cpng_reader *reader, cpng_layout *layout);
// Reads the next `row_count` rows of a picture that isn't interlaced; `rows_read` says how many it were,
// after a failure too.
cpng_status cpng_read_rows(
    cpng_reader *reader, uint8_t *rows, size_t bytes_per_row, size_t row_count, size_t *rows_read);
// Reads a whole interlaced picture, unless `is_over`, which is asked every so many rows, says otherwise. Pixels that a
// damaged one lacks are those around them, or as they were.
cpng_status cpng_read_interlaced(cpng_reader *reader, uint8_t *rows, size_t bytes_per_row, bool (*is_over)(void));
// Reads up to the end of the file, where missing data shows.
cpng_status cpng_finish(cpng_reader *reader);

// A defect that cost something but didn't end the reading; CPNG_OK where there was none.
cpng_status cpng_damage(const cpng_reader *reader);
// The library's words for the failure, else for the damage; empty where there is neither.
const char *cpng_reader_message(const cpng_reader *reader);

// Replaces indices by the colours of the palette.
void cpng_map_colours(const uint8_t *indices, uint8_t *bgra, size_t count, const uint8_t *palette);
// Replaces indices by the values of the table, in place.
void cpng_map_values(uint8_t *indices, size_t count, const uint8_t *table);
// Turns grey with alpha into R, G, B, A.
void cpng_spread_grey(const uint8_t *grey_alpha, uint8_t *rgba, size_t count);
// Gives the alpha values of indices, as the table has them.
void cpng_map_alpha(const uint8_t *indices, uint8_t *alphas, size_t count, const uint8_t *table);

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
  // Leaves the fourth byte out.
  bool drops_alpha;
  // zlib's: 0 (none) to 9 (smallest).
  int compression_level;
  // What goes into an eXIf chunk; NULL for none.
  const uint8_t *exif;
  size_t exif_count;
} cpng_write_options;

// What was written, from malloc, or the words for why it wasn't.
typedef struct {
  uint8_t *bytes;
  size_t count;
  char message[200];
} cpng_output;

cpng_status cpng_write(
    const cpng_write_options *options, const uint8_t *pixels, size_t bytes_per_row, cpng_output *output);

#endif
