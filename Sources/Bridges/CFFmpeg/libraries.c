#include "libraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "failure.h"

cffmpeg_functions lav;

// The names that the headers belong to, not the development links: structures differ from one to the next.
#define TEXT(number) #number
#define SONAME(name, major) "lib" name ".so." TEXT(major)
#define SONAME_OF(name, major) SONAME(name, major)

static const char avformat[] = SONAME_OF("avformat", LIBAVFORMAT_VERSION_MAJOR);
static const char avcodec[] = SONAME_OF("avcodec", LIBAVCODEC_VERSION_MAJOR);
static const char avutil[] = SONAME_OF("avutil", LIBAVUTIL_VERSION_MAJOR);
static const char swscale[] = SONAME_OF("swscale", LIBSWSCALE_VERSION_MAJOR);

static const char *missing_library;
static const char *missing_swscale;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_once_t once_for_swscale = PTHREAD_ONCE_INIT;

// Opens a library that stays open; says its name where it isn't there.
static void *open_library(const char *name, const char **missing) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library && !*missing) *missing = name;
  return library;
}

#define LOAD(function) \
  lav.function = (__typeof__(lav.function))(library ? dlsym(library, #function) : NULL); \
  if (!lav.function && !*missing) *missing = name;

static void load(void) {
  const char **missing = &missing_library;
  const char *name = avformat;
  void *library = open_library(name, missing);
  FUNCTIONS_OF_AVFORMAT(LOAD)
  SIDE_DATA_OF_AVFORMAT(LOAD)
  name = avcodec;
  library = open_library(name, missing);
  FUNCTIONS_OF_AVCODEC(LOAD)
  SIDE_DATA_OF_AVCODEC(LOAD)
  CONFIG_OF_AVCODEC(LOAD)
  name = avutil;
  library = open_library(name, missing);
  FUNCTIONS_OF_AVUTIL(LOAD)
  if (!missing_library) lav.av_log_set_callback(cffmpeg_keep_message);
}

static void load_swscale(void) {
  const char **missing = &missing_swscale;
  const char *name = swscale;
  void *library = open_library(name, missing);
  FUNCTIONS_OF_SWSCALE(LOAD)
}

static bool report(const char *missing, cffmpeg_failure *failure) {
  if (!missing) return true;
  failure->code = CFFMPEG_LIBRARY_MISSING;
  snprintf(failure->message, sizeof failure->message, "%s", missing);
  return false;
}

bool cffmpeg_load(cffmpeg_failure *failure) {
  pthread_once(&once, load);
  return report(missing_library, failure);
}

bool cffmpeg_load_swscale(cffmpeg_failure *failure) {
  pthread_once(&once_for_swscale, load_swscale);
  return report(missing_swscale, failure);
}
