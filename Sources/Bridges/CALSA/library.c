#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "CALSA.h"

calsa_functions alsa;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool is_loaded;
static char words[256];

// Errors are told by who called; ALSA's own lines on standard error are nobody's.
static void keep_quiet(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

#define LOOK_UP(result, name, arguments) \
  alsa.name = (result(*) arguments)dlsym(library, #name); \
  if (!alsa.name) { \
    snprintf(words, sizeof words, "it has no %s", #name); \
    return false; \
  }

static bool load(void) {
  void *library = dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *error = dlerror();
    bool is_missing = !error || strstr(error, "No such file");
    snprintf(words, sizeof words, "%s", is_missing ? "" : error);
    return false;
  }
  FUNCTIONS(LOOK_UP)
  alsa.snd_lib_error_set_handler(keep_quiet);
  return true;
}

// What failed for want of something that passes, such as descriptors, is tried again the next time.
bool calsa_load(const char **complaint) {
  pthread_mutex_lock(&mutex);
  is_loaded = is_loaded || load();
  pthread_mutex_unlock(&mutex);
  if (!is_loaded && complaint) *complaint = words[0] ? words : NULL;
  return is_loaded;
}

const char *calsa_words(int error) { return alsa.snd_strerror ? alsa.snd_strerror(error) : ""; }
