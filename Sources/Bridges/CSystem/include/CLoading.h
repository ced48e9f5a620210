// System libraries that are loaded on first use, and may be missing.
#ifndef OPENCAPTURE_CLOADING_H
#define OPENCAPTURE_CLOADING_H

#include <pthread.h>
#include <stdbool.h>

typedef struct cloading_library cloading_library;

struct cloading_library {
  // The name of the binary interface that the headers belong to, such as libasound.so.2; not the development link.
  const char *name;
  // Looks up the library's functions and initializes it; returns false if the library cannot be used.
  bool (*begin)(cloading_library *library);
  // The handle for looking up functions.
  void *handle;
  pthread_mutex_t mutex;
  bool is_loaded;
};

#define CLOADING_LIBRARY(name, begin) {name, begin, NULL, PTHREAD_MUTEX_INITIALIZER, false}

// Loads a library on the first call and returns whether it can be used. Can be called from any thread.
//
// A loaded library stays loaded. On failure, `complaint`, unless NULL, receives the reason, valid until this thread
// loads again, or NULL if the library is missing. The next call tries again, because the cause can be temporary,
// such as a lack of descriptors.
bool cloading_load(cloading_library *library, const char **complaint);

// Replaces the library by another one, within `begin`; functions are then looked up there.
bool cloading_open(cloading_library *library, const char *name);

// Returns a function of the library; records a complaint and returns NULL if it has no such function.
void *cloading_find_function(cloading_library *library, const char *name);

// Records the reason why a library cannot be used, within `begin`, which must then return false.
__attribute__((format(printf, 1, 2))) void cloading_set_error(const char *format, ...);

// Sets a member of a table to a function, within `begin`; makes `begin` return false if the function is missing.
#define CLOADING_FILL(library, table, member, name) \
  (table).member = (__typeof__((table).member))cloading_find_function(library, name); \
  if (!(table).member) return false

// Declares the member of a table for a function, to be applied to a list of functions.
#define CLOADING_MEMBER(result, name, arguments) result(*name) arguments;

#endif
