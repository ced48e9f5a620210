#include <stdio.h>
#include <stdlib.h>

#include "library.h"

// libheif is declared here, as it has been since 1.3 (libheif/heif.h): its headers are not needed then.

enum {
  HEIF_UNSUPPORTED_FILETYPE = 3,
  HEIF_UNSUPPORTED_FEATURE = 4,
  HEIF_NO_MEMORY = 6,
  HEIF_COLORSPACE_RGB = 1,
  HEIF_CHROMA_RGBA = 11,
  HEIF_CHANNEL_INTERLEAVED = 10,
};

typedef struct heif_context heif_context;
typedef struct heif_handle heif_handle;
typedef struct heif_image heif_image;

static struct {
  heif_context *(*context_alloc)(void);
  void (*context_free)(heif_context *context);
  void (*context_set_maximum_image_size_limit)(heif_context *context, int longest_side);
  heif_error (*context_read_from_memory_without_copy)(
      heif_context *context, const void *bytes, size_t count, const void *options);
  int (*context_get_number_of_top_level_images)(heif_context *context);
  int (*context_get_list_of_top_level_image_IDs)(heif_context *context, uint32_t *numbers, int count);
  heif_error (*context_get_image_handle)(heif_context *context, uint32_t number, heif_handle **handle);
  int (*image_handle_get_width)(const heif_handle *handle);
  int (*image_handle_get_height)(const heif_handle *handle);
  void (*image_handle_release)(const heif_handle *handle);
  heif_error (*decode_image)(
      const heif_handle *handle, heif_image **image, int colorspace, int chroma, const void *options);
  int (*image_get_width)(const heif_image *image, int channel);
  int (*image_get_height)(const heif_image *image, int channel);
  const uint8_t *(*image_get_plane_readonly)(const heif_image *image, int channel, int *bytes_per_row);
  void (*image_release)(const heif_image *image);
} functions;

static bool begin(cloading_library *library) {
  FILL(context_alloc);
  FILL(context_free);
  FILL(context_set_maximum_image_size_limit);
  FILL(context_read_from_memory_without_copy);
  FILL(context_get_number_of_top_level_images);
  FILL(context_get_list_of_top_level_image_IDs);
  FILL(context_get_image_handle);
  FILL(image_handle_get_width);
  FILL(image_handle_get_height);
  FILL(image_handle_release);
  FILL(decode_image);
  FILL(image_get_width);
  FILL(image_get_height);
  FILL(image_get_plane_readonly);
  FILL(image_release);
  return true;
}

static cloading_library library = CLOADING_LIBRARY(LIBHEIF, begin);

bool cheif_load(void) { return cloading_load(&library, NULL); }

struct cheif_file {
  heif_context *context;
  uint32_t *numbers;
  int count;
};

cheif_outcome cheif_fail(heif_error error, cheif_failure *failure) {
  snprintf(failure->message, sizeof failure->message, "%s", error.message ? error.message : "");
  switch (error.code) {
    case HEIF_NO_MEMORY: return CHEIF_NO_MEMORY;
    case HEIF_UNSUPPORTED_FILETYPE:
    case HEIF_UNSUPPORTED_FEATURE: return CHEIF_NO_DECODER;
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
    outcome = error.code ? cheif_fail(error, failure) : list_pictures(opened);
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
  *outcome = cheif_fail(error, failure);
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

// Red, green, blue and alpha with the blue first.
static void turn_about(const uint8_t *from, uint8_t *to, int count) {
  for (int index = 0; index < count; index++, from += 4, to += 4) {
    to[0] = from[2], to[1] = from[1], to[2] = from[0], to[3] = from[3];
  }
}

static cheif_outcome copy(const heif_image *image, uint8_t *pixels, int width, int height, int bytes_per_row) {
  const bool is_as_said = functions.image_get_width(image, HEIF_CHANNEL_INTERLEAVED) == width
                       && functions.image_get_height(image, HEIF_CHANNEL_INTERLEAVED) == height;
  int stride = 0;
  const uint8_t *rows = functions.image_get_plane_readonly(image, HEIF_CHANNEL_INTERLEAVED, &stride);
  if (!is_as_said || !rows) return CHEIF_DAMAGED;
  for (int row = 0; row < height; row++) {
    turn_about(rows + (ptrdiff_t)row * stride, pixels + (ptrdiff_t)row * bytes_per_row, width);
  }
  return CHEIF_DONE;
}

cheif_outcome cheif_decode(
    cheif_file *file, int index, uint8_t *pixels, int width, int height, int bytes_per_row, cheif_failure *failure) {
  failure->message[0] = 0;
  cheif_outcome outcome;
  heif_handle *handle = handle_of(file, index, &outcome, failure);
  if (!handle) return outcome;
  heif_image *image = NULL;
  heif_error error = functions.decode_image(handle, &image, HEIF_COLORSPACE_RGB, HEIF_CHROMA_RGBA, NULL);
  outcome = error.code ? cheif_fail(error, failure) : copy(image, pixels, width, height, bytes_per_row);
  if (image) functions.image_release(image);
  functions.image_handle_release(handle);
  return outcome;
}
