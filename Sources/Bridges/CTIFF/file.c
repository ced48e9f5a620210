#include <stdio.h>
#include <string.h>

#include "library.h"

ctiff_functions ctiff;

#define FILL(result, name, arguments) CLOADING_FILL(library, ctiff, name, "TIFF" #name);

static bool begin(cloading_library *library) {
  FUNCTIONS(FILL)
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libtiff.so.6", begin);

bool ctiff_load(void) { return cloading_load(&library, NULL); }

// The input of libtiff, which reads the header from it and maps everything else.
typedef struct input {
  const ctiff_picture *picture;
  uint64_t position;
} input;

static ssize_t read_bytes(void *client, void *buffer, ssize_t count) {
  input *from = client;
  if (count <= 0 || from->position >= from->picture->byte_count) return 0;
  const uint64_t left = from->picture->byte_count - from->position;
  const size_t taken = (uint64_t)count < left ? (size_t)count : (size_t)left;
  memcpy(buffer, from->picture->bytes + from->position, taken);
  from->position += taken;
  return (ssize_t)taken;
}

static ssize_t write_nothing(void *client, void *buffer, ssize_t count) {
  (void)client, (void)buffer, (void)count;
  return 0;
}

static uint64_t seek(void *client, uint64_t offset, int whence) {
  input *from = client;
  const uint64_t base = whence == SEEK_CUR ? from->position : whence == SEEK_END ? from->picture->byte_count : 0;
  return from->position = base + offset;
}

static int close_nothing(void *client) {
  (void)client;
  return 0;
}

static uint64_t size_of(void *client) { return ((input *)client)->picture->byte_count; }

static int map_bytes(void *client, void **base, uint64_t *count) {
  const ctiff_picture *picture = ((input *)client)->picture;
  *base = (void *)(uintptr_t)picture->bytes;
  *count = picture->byte_count;
  return 1;
}

static void unmap_nothing(void *client, void *base, uint64_t count) { (void)client, (void)base, (void)count; }

// Keeps the first error. Later ones usually follow from it.
__attribute__((format(printf, 4, 0))) static int keep_error(
    TIFF *file, void *user, const char *module, const char *format, va_list arguments) {
  (void)file, (void)module;
  ctiff_failure *failure = user;
  if (!failure->message[0]) vsnprintf(failure->message, sizeof failure->message, format, arguments);
  return 1;
}

static int ignore_warning(TIFF *file, void *user, const char *module, const char *format, va_list arguments) {
  (void)file, (void)user, (void)module, (void)format, (void)arguments;
  return 1;
}

static TIFF *open_file(input *from, ssize_t most_memory, ctiff_failure *failure) {
  tiff_options *options = ctiff.OpenOptionsAlloc();
  if (!options) return NULL;
  ctiff.OpenOptionsSetMaxSingleMemAlloc(options, most_memory);
  ctiff.OpenOptionsSetErrorHandlerExtR(options, keep_error, failure);
  ctiff.OpenOptionsSetWarningHandlerExtR(options, ignore_warning, NULL);
  // The mode "h" reads only the header.
  TIFF *file = ctiff.ClientOpenExt(
      "picture", "rh", from, read_bytes, write_nothing, seek, close_nothing, size_of, map_bytes, unmap_nothing,
      options);
  ctiff.OpenOptionsFree(options);
  return file;
}

static ctiff_outcome read_picture(
    TIFF *file, const ctiff_picture *picture, const ctiff_pixels *pixels, ctiff_failure *failure) {
  uint32_t width = 0, height = 0;
  uint16_t compression = 1;
  ctiff.GetField(file, FIELD_WIDTH, &width);
  ctiff.GetField(file, FIELD_HEIGHT, &height);
  if (width != (uint32_t)pixels->width || height != (uint32_t)pixels->height) return CTIFF_DAMAGED;
  ctiff.GetFieldDefaulted(file, FIELD_COMPRESSION, &compression);
  failure->compression = compression;
  if (!ctiff.IsCODECConfigured(compression)) return CTIFF_NO_CODEC;
  return ctiff_convert(file, picture, pixels, failure);
}

ctiff_outcome ctiff_decode(const ctiff_picture *picture, const ctiff_pixels *pixels, ctiff_failure *failure) {
  *failure = (ctiff_failure){0};
  if (!ctiff_load()) return CTIFF_NO_LIBRARY;
  input from = {picture, 0};
  TIFF *file = open_file(&from, ctiff_memory_limit((uint32_t)pixels->width, (uint32_t)pixels->height), failure);
  if (!file) return CTIFF_DAMAGED;
  ctiff_outcome outcome = CTIFF_DAMAGED;
  if (ctiff.SetSubDirectory(file, picture->directory)) outcome = read_picture(file, picture, pixels, failure);
  ctiff.Close(file);
  return outcome;
}
