// How a table of functions is filled from a library.
#ifndef OPENCAPTURE_LOADING_H
#define OPENCAPTURE_LOADING_H

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// Fills a member of `table` with the function of its name behind a prefix; without it, `is_loaded` is false.
#define LOAD(library, prefix, name) \
  table.name = (__typeof__(table.name))dlsym(library, prefix #name); \
  if (!table.name) is_loaded = false

#endif
