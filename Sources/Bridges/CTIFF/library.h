// The functions of libtiff, declared here as in tiffio.h since 4.5, so that its headers are not required.

#ifndef OPENCAPTURE_CTIFF_LIBRARY_H
#define OPENCAPTURE_CTIFF_LIBRARY_H

#include <stdarg.h>
#include <stdint.h>
#include <sys/types.h>

#include "CLoading.h"
#include "CTIFF.h"

typedef struct tiff TIFF;
typedef struct tiff_options tiff_options;
typedef int (*tiff_handler)(TIFF *file, void *user, const char *module, const char *format, va_list arguments);
typedef ssize_t (*tiff_transfer)(void *client, void *buffer, ssize_t count);
typedef uint64_t (*tiff_seek)(void *client, uint64_t offset, int whence);
typedef int (*tiff_close)(void *client);
typedef uint64_t (*tiff_size)(void *client);
typedef int (*tiff_map)(void *client, void **base, uint64_t *size);
typedef void (*tiff_unmap)(void *client, void *base, uint64_t size);

// The functions, without their prefix TIFF.
#define FUNCTIONS(DO) \
  DO(tiff_options *, OpenOptionsAlloc, (void)) \
  DO(void, OpenOptionsFree, (tiff_options * options)) \
  DO(void, OpenOptionsSetMaxSingleMemAlloc, (tiff_options * options, ssize_t byte_count)) \
  DO(void, OpenOptionsSetErrorHandlerExtR, (tiff_options * options, tiff_handler handler, void *user)) \
  DO(void, OpenOptionsSetWarningHandlerExtR, (tiff_options * options, tiff_handler handler, void *user)) \
  DO(TIFF *, ClientOpenExt, \
     (const char *name, const char *mode, void *client, tiff_transfer read, tiff_transfer write, tiff_seek seek, \
      tiff_close close, tiff_size size, tiff_map map, tiff_unmap unmap, tiff_options *options)) \
  DO(void, Close, (TIFF * file)) \
  DO(int, SetSubDirectory, (TIFF * file, uint64_t offset)) \
  DO(int, GetField, (TIFF * file, uint32_t tag, ...)) \
  DO(int, GetFieldDefaulted, (TIFF * file, uint32_t tag, ...)) \
  DO(int, IsCODECConfigured, (uint16_t compression)) \
  DO(int, RGBAImageOK, (TIFF * file, char message[1024])) \
  DO(int, SetField, (TIFF * file, uint32_t tag, ...)) \
  DO(int, ReadRGBAStripExt, (TIFF * file, uint32_t row, uint32_t *pixels, int stops)) \
  DO(int, ReadRGBATileExt, (TIFF * file, uint32_t x, uint32_t y, uint32_t *pixels, int stops)) \
  DO(int, IsTiled, (TIFF * file)) \
  DO(ssize_t, TileSize, (TIFF * file)) \
  DO(ssize_t, TileRowSize, (TIFF * file)) \
  DO(uint32_t, ComputeTile, (TIFF * file, uint32_t x, uint32_t y, uint32_t z, uint16_t sample)) \
  DO(ssize_t, ReadEncodedTile, (TIFF * file, uint32_t tile, void *buffer, ssize_t byte_count)) \
  DO(ssize_t, StripSize, (TIFF * file)) \
  DO(ssize_t, ScanlineSize, (TIFF * file)) \
  DO(uint32_t, ComputeStrip, (TIFF * file, uint32_t row, uint16_t sample)) \
  DO(ssize_t, ReadEncodedStrip, (TIFF * file, uint32_t strip, void *buffer, ssize_t byte_count))

typedef struct ctiff_functions {
  FUNCTIONS(CLOADING_MEMBER)
} ctiff_functions;

extern ctiff_functions ctiff;

// Fields of a directory (TIFF 6.0, section 8, and the supplements).
enum {
  FIELD_WIDTH = 256,
  FIELD_HEIGHT = 257,
  FIELD_BITS_PER_SAMPLE = 258,
  FIELD_COMPRESSION = 259,
  FIELD_PHOTOMETRIC = 262,
  FIELD_ORIENTATION = 274,
  FIELD_SAMPLES_PER_PIXEL = 277,
  FIELD_ROWS_PER_STRIP = 278,
  FIELD_PLANAR_CONFIGURATION = 284,
  FIELD_COLOR_MAP = 320,
  FIELD_TILE_WIDTH = 322,
  FIELD_TILE_LENGTH = 323,
  FIELD_INK_SET = 332,
  FIELD_EXTRA_SAMPLES = 338,
  FIELD_SAMPLE_FORMAT = 339,
};

enum {
  PHOTOMETRIC_WHITE_IS_ZERO,
  PHOTOMETRIC_BLACK_IS_ZERO,
  PHOTOMETRIC_RGB,
  PHOTOMETRIC_PALETTE,
  PHOTOMETRIC_CMYK = 5,
  PHOTOMETRIC_LAB = 8,
  PHOTOMETRIC_ICC_LAB = 9
};

enum { FORMAT_SIGNED = 2, FORMAT_FLOAT = 3, FORMAT_COMPLEX_INTEGER = 5, FORMAT_COMPLEX_FLOAT = 6 };

enum { EXTRA_UNSPECIFIED, EXTRA_PREMULTIPLIED, EXTRA_STRAIGHT };

// Returns the most memory in bytes that may be allocated at once for a picture. Strips and tiles can be larger than the
// picture, but not by much. A pixel has at most 16 bytes.
static inline ssize_t ctiff_memory_limit(uint32_t width, uint32_t height) {
  return ((ssize_t)1 << 26) + (ssize_t)width * height * 16;
}

// Converts the picture of the current directory to 8 bits.
ctiff_outcome ctiff_convert(
    TIFF *file, const ctiff_picture *picture, const ctiff_pixels *pixels, ctiff_failure *failure);

#endif
