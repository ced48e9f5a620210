// An error trap for libpng, which reports errors by longjmp. The jump lands in cpng_error_trap_run and skips no other frame.
#ifndef OPENCAPTURE_CPNG_FENCE_H
#define OPENCAPTURE_CPNG_FENCE_H

#include <setjmp.h>

#include <png.h>

#include "CPNG.h"

typedef struct {
  jmp_buf escape;
  cpng_status failure;
  cpng_status damage;
  char message[200];
} cpng_error_trap;

// The error and warning functions of libpng, with a trap as their error pointer. They print nothing.
_Noreturn void cpng_handle_error(png_structp png, png_const_charp message);
void cpng_handle_warning(png_structp png, png_const_charp message);

// Runs `body`. Returns CPNG_OK, or the kind of failure that ended `body`.
cpng_status cpng_error_trap_run(cpng_error_trap *fence, void (*body)(void *context), void *context);

// Ends the running body with a failure detected by the caller.
_Noreturn void cpng_error_trap_fail(cpng_error_trap *fence, cpng_status status, const char *message);

#endif
