// What of libheif is called, and since which version it is there (libheif/heif.h): its headers are not needed then.

#ifndef OPENCAPTURE_CHEIF_LIBRARY_H
#define OPENCAPTURE_CHEIF_LIBRARY_H

#include <stdint.h>

#include "CHEIF.h"

typedef struct heif_error {
  int code;
  int subcode;
  const char *message;
} heif_error;

// Turns what the library says into an outcome and its words.
cheif_outcome cheif_fail(heif_error error, cheif_failure *failure);

#endif
