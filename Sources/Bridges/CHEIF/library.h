// What reading and writing share of libheif.

#ifndef OPENCAPTURE_CHEIF_LIBRARY_H
#define OPENCAPTURE_CHEIF_LIBRARY_H

#include <stdint.h>

#include "CHEIF.h"
#include "CLoading.h"

typedef struct heif_error {
  int code;
  int subcode;
  const char *message;
} heif_error;

#define LIBHEIF "libheif.so.1"

// Fills a member of `functions` with the one of its name.
#define FILL(name) CLOADING_FILL(library, functions, name, "heif_" #name)

// Turns what the library says into an outcome and its words.
cheif_outcome cheif_fail(heif_error error, cheif_failure *failure);

#endif
