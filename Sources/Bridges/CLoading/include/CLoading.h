// Libraries of the system's that are loaded when they are first needed, and may be missing.
#ifndef OPENCAPTURE_CLOADING_H
#define OPENCAPTURE_CLOADING_H

#include <pthread.h>
#include <stdbool.h>

typedef struct cloading_library cloading_library;

struct cloading_library {
  // The name that its binary interface goes by, as in libasound.so.2.
  const char *name;
  // Looks up what is used of it, and makes it ready; false where it won't do.
  bool (*begin)(cloading_library *library);
  void *handle;
  pthread_mutex_t mutex;
  bool is_loaded;
  // What is wrong with it; empty where it isn't there.
  char words[256];
};

#define CLOADING_LIBRARY(name, begin) {name, begin, NULL, PTHREAD_MUTEX_INITIALIZER, false, ""}

// Whether it can be used; where it can't, `complaint`, if any, says why, or is NULL where it isn't there. What failed for
// want of something that passes, such as descriptors, is tried again the next time.
bool cloading_load(cloading_library *library, const char **complaint);

// A function of it; NULL where it has none of that name, which is complained of.
void *cloading_find(cloading_library *library, const char *name);

// Fills a member of a table with the function of its name, in `begin`; without it, that gives false.
#define CLOADING_LOOK_UP(library, table, result, name, arguments) \
  (table).name = (result(*) arguments)cloading_find(library, #name); \
  if (!(table).name) return false;

#endif
