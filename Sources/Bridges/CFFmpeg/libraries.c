#include "libraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "failure.h"

cffmpeg_functions lav;

// The names that the headers belong to, not the development links: structures differ from one to the next.
#define TEXT(number) #number
#define SONAME(name, major) "lib" name ".so." TEXT(major)
#define SONAME_OF(name, major) SONAME(name, major)

static const char avformat[] = SONAME_OF("avformat", LIBAVFORMAT_VERSION_MAJOR);
static const char avcodec[] = SONAME_OF("avcodec", LIBAVCODEC_VERSION_MAJOR);
static const char avutil[] = SONAME_OF("avutil", LIBAVUTIL_VERSION_MAJOR);
static const char swresample[] = SONAME_OF("swresample", LIBSWRESAMPLE_VERSION_MAJOR);
static const char swscale[] = SONAME_OF("swscale", LIBSWSCALE_VERSION_MAJOR);

// What is wrong with the library that couldn't be opened; its name alone where it isn't there.
typedef struct complaint {
  bool is_missing;
  char text[sizeof((cffmpeg_failure *)0)->message];
} complaint;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool is_loaded, is_swresample_loaded, is_swscale_loaded;

// Opens a library that stays open.
static void *open_library(const char *name, complaint *complaint) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library) return library;
  const char *words = dlerror();
  complaint->is_missing = !words || strstr(words, "No such file");
  snprintf(complaint->text, sizeof complaint->text, "%s", complaint->is_missing ? name : words);
  return NULL;
}

// Looks a function up; without it, a library is as good as missing.
#define LOOK_UP(function) \
  lav.function = (__typeof__(lav.function))dlsym(library, #function); \
  if (!lav.function) { \
    complaint->is_missing = true; \
    snprintf(complaint->text, sizeof complaint->text, "%s", file); \
    return false; \
  }

#define LOADER(name, FUNCTIONS) \
  static bool load_##name(complaint *complaint) { \
    const char *file = name; \
    void *library = open_library(file, complaint); \
    if (!library) return false; \
    FUNCTIONS(LOOK_UP) \
    return true; \
  }

LOADER(avformat, FUNCTIONS_OF_AVFORMAT)
LOADER(avcodec, FUNCTIONS_OF_AVCODEC)
LOADER(avutil, FUNCTIONS_OF_AVUTIL)
LOADER(swresample, FUNCTIONS_OF_SWRESAMPLE)
LOADER(swscale, FUNCTIONS_OF_SWSCALE)

static bool load(complaint *complaint) {
  if (!load_avformat(complaint) || !load_avcodec(complaint) || !load_avutil(complaint)) return false;
  lav.av_log_set_callback(cffmpeg_keep_message);
  return true;
}

// What failed for want of something that passes, such as descriptors, is tried again the next time.
static bool load_once(bool *is_done, bool (*load)(complaint *), cffmpeg_failure *failure) {
  complaint complaint = {0};
  pthread_mutex_lock(&mutex);
  bool is_there = *is_done = *is_done || load(&complaint);
  pthread_mutex_unlock(&mutex);
  if (is_there) return true;
  failure->code = complaint.is_missing ? CFFMPEG_LIBRARY_MISSING : CFFMPEG_LIBRARY_UNUSABLE;
  failure->error_number = 0;
  memcpy(failure->message, complaint.text, sizeof failure->message);
  return false;
}

bool cffmpeg_load(cffmpeg_failure *failure) { return load_once(&is_loaded, load, failure); }

bool cffmpeg_load_swscale(cffmpeg_failure *failure) { return load_once(&is_swscale_loaded, load_swscale, failure); }

bool cffmpeg_load_swresample(cffmpeg_failure *failure) {
  return load_once(&is_swresample_loaded, load_swresample, failure);
}
