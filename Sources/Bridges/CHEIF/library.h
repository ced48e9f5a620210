// What reading and writing share of libheif.

#ifndef OPENCAPTURE_CHEIF_LIBRARY_H
#define OPENCAPTURE_CHEIF_LIBRARY_H

#include <dlfcn.h>
#include <stdint.h>

#include "CHEIF.h"

typedef struct heif_error {
  int code;
  int subcode;
  const char *message;
} heif_error;

static inline void *load_libheif(void) { return dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL); }

// Fills a member of `library` with the function of its name; without it, `is_loaded` is false.
#define LOAD(name) \
  library.name = (__typeof__(library.name))dlsym(handle, "heif_" #name); \
  if (!library.name) is_loaded = false

// Turns what the library says into an outcome and its words.
cheif_outcome cheif_fail(heif_error error, cheif_failure *failure);

#endif
