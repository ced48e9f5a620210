#include "CLoading.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// The reason of this thread's last failure to load; empty if the library is missing.
static _Thread_local char message[256];

void cloading_set_error(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
}

bool cloading_open(cloading_library *library, const char *name) {
  library->handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library->handle) return true;
  // The text before the colon names the library that failed: this one, or one that it requires.
  const char *error = dlerror();
  const size_t length = strlen(name);
  const bool names_this_library = error && strncmp(error, name, length) == 0 && strncmp(error + length, ": ", 2) == 0;
  if (names_this_library) error += length + 2;
  const bool is_missing = !error || (names_this_library && strstr(error, "No such file"));
  if (!is_missing) cloading_set_error("%s", error);
  return false;
}

bool cloading_load(cloading_library *library, const char **complaint) {
  message[0] = '\0';
  pthread_mutex_lock(&library->mutex);
  library->is_loaded = library->is_loaded || (cloading_open(library, library->name) && library->begin(library));
  const bool is_loaded = library->is_loaded;
  pthread_mutex_unlock(&library->mutex);
  if (!is_loaded && complaint) *complaint = message[0] ? message : NULL;
  return is_loaded;
}

void *cloading_find_function(cloading_library *library, const char *name) {
  void *function = dlsym(library->handle, name);
  if (!function) cloading_set_error("function %s not found", name);
  return function;
}
