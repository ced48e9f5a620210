// Declarations of libheif shared by the reader and the writer.

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

typedef struct heif_context heif_context;
typedef struct heif_handle heif_handle;
typedef struct heif_image heif_image;

enum { HEIF_COLORSPACE_RGB = 1, HEIF_CHANNEL_INTERLEAVED = 10 };

#define LIBHEIF "libheif.so.1"

// Sets a member of `functions` to the library function of the same name.
#define FILL(result, name, arguments) CLOADING_FILL(library, functions, name, "heif_" #name);

// Converts an error of libheif to an outcome and a message.
cheif_outcome cheif_outcome_of_error(heif_error error, cheif_failure *failure);

#endif
