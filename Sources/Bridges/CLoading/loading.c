#include "CLoading.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// What is wrong with what this thread loaded last; empty where that isn't there.
static _Thread_local char words[256];

void cloading_complain(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
}

bool cloading_open(cloading_library *library, const char *name) {
  library->handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library->handle) return true;
  // Before a colon, which library couldn't be opened: this one, or one that it needs.
  const char *error = dlerror();
  const size_t length = strlen(name);
  const bool is_of_it = error && strncmp(error, name, length) == 0 && strncmp(error + length, ": ", 2) == 0;
  if (is_of_it) error += length + 2;
  const bool is_missing = !error || (is_of_it && strstr(error, "No such file"));
  if (!is_missing) cloading_complain("%s", error);
  return false;
}

bool cloading_load(cloading_library *library, const char **complaint) {
  words[0] = '\0';
  pthread_mutex_lock(&library->mutex);
  library->is_loaded = library->is_loaded || (cloading_open(library, library->name) && library->begin(library));
  const bool is_loaded = library->is_loaded;
  pthread_mutex_unlock(&library->mutex);
  if (!is_loaded && complaint) *complaint = words[0] ? words : NULL;
  return is_loaded;
}

void *cloading_find(cloading_library *library, const char *name) {
  void *function = dlsym(library->handle, name);
  if (!function) cloading_complain("it has no %s", name);
  return function;
}
