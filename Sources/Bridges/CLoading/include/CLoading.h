// Libraries of the system's that are loaded when they are first needed, and may be missing.
#ifndef OPENCAPTURE_CLOADING_H
#define OPENCAPTURE_CLOADING_H

#include <pthread.h>
#include <stdbool.h>

typedef struct cloading_library cloading_library;

struct cloading_library {
  // The name that its binary interface goes by, as in libasound.so.2: the one that headers belong to, not the development
  // link.
  const char *name;
  // Looks up what is used of it, and makes it ready; false where it won't do.
  bool (*begin)(cloading_library *library);
  // Where functions are looked up.
  void *handle;
  pthread_mutex_t mutex;
  bool is_loaded;
};

#define CLOADING_LIBRARY(name, begin) {name, begin, NULL, PTHREAD_MUTEX_INITIALIZER, false}

// Whether it can be used, from any thread; it stays then. Where it can't, `complaint`, if any, says why, until this thread
// loads anything again, or is NULL where it isn't there. What failed is tried again the next time: it may have been for want
// of something that passes, such as descriptors.
bool cloading_load(cloading_library *library, const char **complaint);

// Goes on with another library, in `begin`: functions are looked up there from then on.
bool cloading_open(cloading_library *library, const char *name);

// A function of it; NULL where it has none of that name, which is complained of.
void *cloading_find(cloading_library *library, const char *name);

// What is wrong with a library, in `begin`, which is to give false then.
__attribute__((format(printf, 1, 2))) void cloading_complain(const char *format, ...);

// Fills a member of a table with a function, in `begin`; without that, it gives false.
#define CLOADING_FILL(library, table, member, name) \
  (table).member = (__typeof__((table).member))cloading_find(library, name); \
  if (!(table).member) return false

#endif
