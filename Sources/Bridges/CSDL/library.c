#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "CSDL.h"

csdl_functions sdl;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool is_loaded;
static char words[256];

#define LOOK_UP(result, name, arguments) \
  sdl.name = (result(*) arguments)dlsym(library, #name); \
  if (!sdl.name) { \
    snprintf(words, sizeof words, "it has no %s", #name); \
    return false; \
  }

static bool load(void) {
  void *library = dlopen("libSDL2-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *error = dlerror();
    bool is_missing = !error || strstr(error, "No such file");
    snprintf(words, sizeof words, "%s", is_missing ? "" : error);
    return false;
  }
  FUNCTIONS(LOOK_UP)
  return true;
}

bool csdl_load(const char **complaint) {
  pthread_mutex_lock(&mutex);
  is_loaded = is_loaded || load();
  pthread_mutex_unlock(&mutex);
  if (!is_loaded && complaint) *complaint = words[0] ? words : NULL;
  return is_loaded;
}

const char *csdl_error(void) { return sdl.SDL_GetError ? sdl.SDL_GetError() : ""; }
