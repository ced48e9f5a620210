#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "CLoading.h"

static bool load(cloading_library *library) {
  if (!library->handle) library->handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
  if (library->handle) return library->begin(library);
  const char *error = dlerror();
  const bool is_missing = !error || strstr(error, "No such file");
  snprintf(library->words, sizeof library->words, "%s", is_missing ? "" : error);
  return false;
}

bool cloading_load(cloading_library *library, const char **complaint) {
  pthread_mutex_lock(&library->mutex);
  library->is_loaded = library->is_loaded || load(library);
  const bool is_loaded = library->is_loaded;
  pthread_mutex_unlock(&library->mutex);
  if (!is_loaded && complaint) *complaint = library->words[0] ? library->words : NULL;
  return is_loaded;
}

void *cloading_find(cloading_library *library, const char *name) {
  void *function = dlsym(library->handle, name);
  if (!function) snprintf(library->words, sizeof library->words, "it has no %s", name);
  return function;
}
