#include "libraries.h"

#include <stdio.h>
#include <stdlib.h>

#include "CLoading.h"

cffmpeg_functions lav;

// Load the versions that match the headers, because structures differ between major versions.
#define TEXT(number) #number
#define SONAME(name, major) "lib" name ".so." TEXT(major)
#define SONAME_OF(name, major) SONAME(name, major)

#define FILL(function) CLOADING_FILL(library, lav, function, #function);

#define LIBRARY(name, major, FUNCTIONS) \
  static bool begin_##name(cloading_library *library) { \
    FUNCTIONS(FILL) \
    return true; \
  } \
  static cloading_library name = CLOADING_LIBRARY(SONAME_OF(#name, major), begin_##name)

LIBRARY(avformat, LIBAVFORMAT_VERSION_MAJOR, FUNCTIONS_OF_AVFORMAT);
LIBRARY(avcodec, LIBAVCODEC_VERSION_MAJOR, FUNCTIONS_OF_AVCODEC);
LIBRARY(swresample, LIBSWRESAMPLE_VERSION_MAJOR, FUNCTIONS_OF_SWRESAMPLE);
LIBRARY(swscale, LIBSWSCALE_VERSION_MAJOR, FUNCTIONS_OF_SWSCALE);

static bool begin_avutil(cloading_library *library) {
  FUNCTIONS_OF_AVUTIL(FILL)
  lav.av_log_set_callback(cffmpeg_log_message);
  return true;
}

static cloading_library avutil = CLOADING_LIBRARY(SONAME_OF("avutil", LIBAVUTIL_VERSION_MAJOR), begin_avutil);

static bool load(cloading_library *library, cffmpeg_failure *failure) {
  const char *error = NULL;
  if (cloading_load(library, &error)) return true;
  failure->code = error ? CFFMPEG_LIBRARY_UNUSABLE : CFFMPEG_LIBRARY_MISSING;
  failure->error_number = 0;
  const char *colon = error ? ": " : "";
  snprintf(failure->message, sizeof failure->message, "%s%s%s", library->name, colon, error ? error : "");
  return false;
}

bool cffmpeg_load(cffmpeg_failure *failure) {
  return load(&avformat, failure) && load(&avcodec, failure) && load(&avutil, failure);
}

bool cffmpeg_load_all(cffmpeg_failure *failure) {
  return cffmpeg_load(failure) && load(&swscale, failure) && load(&swresample, failure);
}

void *cffmpeg_new(size_t size, cffmpeg_failure *failure) {
  if (!cffmpeg_load(failure)) return NULL;
  cffmpeg_clear_message();
  void *object = calloc(1, size);
  if (!object) cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  return object;
}

bool cffmpeg_load_swscale(cffmpeg_failure *failure) { return load(&swscale, failure); }

bool cffmpeg_load_swresample(cffmpeg_failure *failure) { return load(&swresample, failure); }
