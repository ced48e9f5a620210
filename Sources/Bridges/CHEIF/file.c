#include <stdio.h>
#include <stdlib.h>

#include "library.h"

// The functions of libheif are declared here as in libheif/heif.h since 1.3, so that its headers are not required.

enum {
  HEIF_UNSUPPORTED_CODEC = 3000,
  HEIF_UNSUPPORTED_FILETYPE = 3,
  HEIF_UNSUPPORTED_FEATURE = 4,
  HEIF_NO_MEMORY = 6,
  HEIF_COLORSPACE_MONOCHROME = 2,
  HEIF_COLORSPACE_UNDEFINED = 99,
  HEIF_CHROMA_RGBA = 11,
  HEIF_CHROMA_UNDEFINED = 99,
  HEIF_CHANNEL_Y = 0,
};

typedef struct heif_nclx {
  uint8_t version;
  int primaries, transfer, matrix;
  uint8_t is_full_range;
} heif_nclx;

#define FUNCTIONS(DO) \
  DO(heif_context *, context_alloc, (void)) \
  DO(void, context_free, (heif_context * context)) \
  DO(void, context_set_maximum_image_size_limit, (heif_context * context, int longest_side)) \
  DO(heif_error, context_read_from_memory_without_copy, \
     (heif_context * context, const void *bytes, size_t count, const void *options)) \
  DO(int, context_get_number_of_top_level_images, (heif_context * context)) \
  DO(int, context_get_list_of_top_level_image_IDs, (heif_context * context, uint32_t *numbers, int count)) \
  DO(heif_error, context_get_image_handle, (heif_context * context, uint32_t number, heif_handle **handle)) \
  DO(int, image_handle_get_width, (const heif_handle *handle)) \
  DO(int, image_handle_get_height, (const heif_handle *handle)) \
  DO(void, image_handle_release, (const heif_handle *handle)) \
  DO(heif_error, decode_image, \
     (const heif_handle *handle, heif_image **image, int colorspace, int chroma, const void *options)) \
  DO(int, image_get_width, (const heif_image *image, int channel)) \
  DO(int, image_get_height, (const heif_image *image, int channel)) \
  DO(const uint8_t *, image_get_plane_readonly, (const heif_image *image, int channel, int *bytes_per_row)) \
  DO(void, image_release, (const heif_image *image)) \
  DO(int, image_get_colorspace, (const heif_image *image)) \
  DO(int, image_get_bits_per_pixel_range, (const heif_image *image, int channel)) \
  DO(heif_error, image_get_nclx_color_profile, (const heif_image *image, heif_nclx **profile)) \
  DO(heif_error, image_handle_get_nclx_color_profile, (const heif_handle *handle, heif_nclx **profile)) \
  DO(void, nclx_color_profile_free, (heif_nclx * profile))

static struct {
  FUNCTIONS(CLOADING_MEMBER)
} functions;

static bool begin(cloading_library *library) {
  FUNCTIONS(FILL)
  return true;
}

static cloading_library library = CLOADING_LIBRARY(LIBHEIF, begin);

bool cheif_load(void) { return cloading_load(&library, NULL); }

struct cheif_file {
  heif_context *context;
  uint32_t *numbers;
  int count;
};

cheif_outcome cheif_outcome_of_error(heif_error error, cheif_failure *failure) {
  snprintf(failure->message, sizeof failure->message, "%s", error.message ? error.message : "");
  switch (error.code) {
    case HEIF_NO_MEMORY: return CHEIF_NO_MEMORY;
    case HEIF_UNSUPPORTED_FILETYPE: return CHEIF_NO_DECODER;
    case HEIF_UNSUPPORTED_FEATURE:
      return error.subcode == HEIF_UNSUPPORTED_CODEC ? CHEIF_NO_DECODER : CHEIF_UNSUPPORTED;
    default: return CHEIF_DAMAGED;
  }
}

static cheif_outcome list_pictures(cheif_file *file) {
  const int count = functions.context_get_number_of_top_level_images(file->context);
  if (count <= 0) return CHEIF_DAMAGED;
  file->numbers = calloc((size_t)count, sizeof *file->numbers);
  if (!file->numbers) return CHEIF_NO_MEMORY;
  file->count = functions.context_get_list_of_top_level_image_IDs(file->context, file->numbers, count);
  return file->count > 0 ? CHEIF_DONE : CHEIF_DAMAGED;
}

cheif_outcome cheif_open(
    const uint8_t *bytes, size_t count, int longest_side, cheif_file **file, cheif_failure *failure) {
  failure->message[0] = 0;
  if (!cheif_load()) return CHEIF_NO_LIBRARY;
  cheif_file *opened = calloc(1, sizeof *opened);
  if (!opened) return CHEIF_NO_MEMORY;
  cheif_outcome outcome = CHEIF_NO_MEMORY;
  opened->context = functions.context_alloc();
  if (opened->context) {
    functions.context_set_maximum_image_size_limit(opened->context, longest_side);
    heif_error error = functions.context_read_from_memory_without_copy(opened->context, bytes, count, NULL);
    outcome = error.code ? cheif_outcome_of_error(error, failure) : list_pictures(opened);
  }
  if (outcome == CHEIF_DONE) {
    *file = opened;
  } else {
    cheif_close(opened);
  }
  return outcome;
}

void cheif_close(cheif_file *file) {
  if (!file) return;
  if (file->context) functions.context_free(file->context);
  free(file->numbers);
  free(file);
}

int cheif_picture_count(const cheif_file *file) { return file->count; }

static heif_handle *handle_of(cheif_file *file, int index, cheif_outcome *outcome, cheif_failure *failure) {
  heif_handle *handle = NULL;
  *outcome = CHEIF_DAMAGED;
  if (index < 0 || index >= file->count) return NULL;
  heif_error error = functions.context_get_image_handle(file->context, file->numbers[index], &handle);
  if (!error.code) return handle;
  *outcome = cheif_outcome_of_error(error, failure);
  return NULL;
}

bool cheif_picture_size(cheif_file *file, int index, int *width, int *height) {
  cheif_outcome outcome;
  cheif_failure failure;
  heif_handle *handle = handle_of(file, index, &outcome, &failure);
  if (!handle) return false;
  *width = functions.image_handle_get_width(handle);
  *height = functions.image_handle_get_height(handle);
  functions.image_handle_release(handle);
  return *width > 0 && *height > 0;
}

struct cheif_decoded {
  heif_image *image;
  int width, height, stride;
  const uint8_t *rows;  // red, green, blue and alpha
  heif_image *grey;  // a picture without colors, as stored; NULL for others
};

static heif_image *decode(const heif_handle *handle, int colorspace, int chroma, heif_error *error) {
  heif_image *image = NULL;
  *error = functions.decode_image(handle, &image, colorspace, chroma, NULL);
  return image;
}

static bool is_grey(const cheif_decoded *decoded) {
  for (int y = 0; y < decoded->height; y++) {
    const uint8_t *pixel = decoded->rows + (ptrdiff_t)y * decoded->stride;
    for (int x = 0; x < decoded->width; x++, pixel += 4) {
      if (pixel[0] != pixel[1] || pixel[1] != pixel[2]) return false;
    }
  }
  return true;
}

static bool has_full_range(const heif_handle *handle, const heif_image *image) {
  heif_nclx *profile = NULL;
  functions.image_get_nclx_color_profile(image, &profile);
  if (!profile) functions.image_handle_get_nclx_color_profile(handle, &profile);
  const bool is_full = !profile || profile->is_full_range;
  if (profile) functions.nclx_color_profile_free(profile);
  return is_full;
}

// Decodes a grey picture in limited range a second time, as stored. libheif converts such pictures as if they had full
// range.
static void decode_grey(const heif_handle *handle, cheif_decoded *decoded) {
  if (!is_grey(decoded)) return;
  heif_error error;
  heif_image *image = decode(handle, HEIF_COLORSPACE_UNDEFINED, HEIF_CHROMA_UNDEFINED, &error);
  if (!image) return;
  const bool has_size = functions.image_get_width(image, HEIF_CHANNEL_Y) == decoded->width
                     && functions.image_get_height(image, HEIF_CHANNEL_Y) == decoded->height;
  if (has_size && functions.image_get_colorspace(image) == HEIF_COLORSPACE_MONOCHROME
      && !has_full_range(handle, image)) {
    decoded->grey = image;
  } else {
    functions.image_release(image);
  }
}

static cheif_outcome find_rows(cheif_decoded *decoded, int64_t most_pixels) {
  decoded->width = functions.image_get_width(decoded->image, HEIF_CHANNEL_INTERLEAVED);
  decoded->height = functions.image_get_height(decoded->image, HEIF_CHANNEL_INTERLEAVED);
  decoded->rows = functions.image_get_plane_readonly(decoded->image, HEIF_CHANNEL_INTERLEAVED, &decoded->stride);
  const bool has_size = decoded->width > 0 && decoded->height > 0;
  if (!has_size || (int64_t)decoded->width * decoded->height > most_pixels) return CHEIF_DAMAGED;
  return decoded->rows ? CHEIF_DONE : CHEIF_DAMAGED;
}

cheif_outcome cheif_decode(cheif_file *file, int index, cheif_decoded **result, cheif_failure *failure) {
  failure->message[0] = 0;
  cheif_outcome outcome;
  heif_handle *handle = handle_of(file, index, &outcome, failure);
  if (!handle) return outcome;
  const int64_t most_pixels =
      (int64_t)functions.image_handle_get_width(handle) * functions.image_handle_get_height(handle);
  cheif_decoded *decoded = calloc(1, sizeof *decoded);
  outcome = CHEIF_NO_MEMORY;
  if (decoded) {
    heif_error error;
    decoded->image = decode(handle, HEIF_COLORSPACE_RGB, HEIF_CHROMA_RGBA, &error);
    outcome = decoded->image ? find_rows(decoded, most_pixels) : cheif_outcome_of_error(error, failure);
    if (outcome == CHEIF_DONE) decode_grey(handle, decoded);
  }
  functions.image_handle_release(handle);
  if (outcome == CHEIF_DONE) {
    *result = decoded;
  } else {
    cheif_decoded_free(decoded);
  }
  return outcome;
}

void cheif_decoded_free(cheif_decoded *decoded) {
  if (!decoded) return;
  if (decoded->image) functions.image_release(decoded->image);
  if (decoded->grey) functions.image_release(decoded->grey);
  free(decoded);
}

int cheif_decoded_width(const cheif_decoded *decoded) { return decoded->width; }

int cheif_decoded_height(const cheif_decoded *decoded) { return decoded->height; }

// Converts red, green, blue and alpha to BGRA.
static void reorder(const uint8_t *from, uint8_t *to, int count) {
  for (int index = 0; index < count; index++, from += 4, to += 4) {
    to[0] = from[2], to[1] = from[1], to[2] = from[0], to[3] = from[3];
  }
}

// Expands luma from limited range: with 8 bits, black is 16 and white is 235; with more bits in proportion.
static uint8_t expand(int value, int bits) {
  const int black = 16 << (bits - 8), range = 219 << (bits - 8);
  const int full = ((value - black) * 255 + range / 2) / range;
  return (uint8_t)(value < black ? 0 : full > 255 ? 255 : full);
}

static void copy_grey(const cheif_decoded *decoded, uint8_t *pixels, int bytes_per_row) {
  const int bits = functions.image_get_bits_per_pixel_range(decoded->grey, HEIF_CHANNEL_Y);
  int stride = 0;
  const uint8_t *luma = functions.image_get_plane_readonly(decoded->grey, HEIF_CHANNEL_Y, &stride);
  if (!luma || bits < 8 || bits > 16) return;
  for (int y = 0; y < decoded->height; y++) {
    const uint8_t *row = luma + (ptrdiff_t)y * stride;
    uint8_t *to = pixels + (ptrdiff_t)y * bytes_per_row;
    for (ptrdiff_t x = 0; x < decoded->width; x++, to += 4) {
      const int value = bits == 8 ? row[x] : row[2 * x] | row[2 * x + 1] << 8;
      to[0] = to[1] = to[2] = expand(value, bits);
    }
  }
}

void cheif_decoded_copy(const cheif_decoded *decoded, uint8_t *pixels, int bytes_per_row) {
  for (int y = 0; y < decoded->height; y++) {
    reorder(decoded->rows + (ptrdiff_t)y * decoded->stride, pixels + (ptrdiff_t)y * bytes_per_row, decoded->width);
  }
  if (decoded->grey) copy_grey(decoded, pixels, bytes_per_row);
}
