// libpng leaves by longjmp where something is wrong. The fence is where it lands: no other frame is jumped
// over.
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
} cpng_fence;

// What the library calls with a fence as its error pointer; both print nothing.
_Noreturn void cpng_fence_leave(png_structp png, png_const_charp message);
void cpng_fence_note(png_structp png, png_const_charp message);

// Runs `body`; returns CPNG_OK, or what kind of failure ended it.
cpng_status cpng_fence_run(cpng_fence *fence, void (*body)(void *context), void *context);

// Leaves the running body with a failure of our own.
_Noreturn void cpng_fence_fail(cpng_fence *fence, cpng_status status, const char *message);

#endif
