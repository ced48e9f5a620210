// libjpeg leaves by longjmp where something is wrong. The fence is where it lands: no other frame is jumped
// over.
#ifndef OPENCAPTURE_CJPEG_FENCE_H
#define OPENCAPTURE_CJPEG_FENCE_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CJPEG.h"

typedef struct {
  struct jpeg_error_mgr manager;  // first: the library hands out a pointer to it
  jmp_buf escape;
  bool stops_at_damage;
  bool ran_out_of_data;
  cjpeg_status failure;
  cjpeg_status damage;
  char message[JMSG_LENGTH_MAX];
} cjpeg_fence;

// Prepares a fence and gives the error manager for `cinfo->err`; it prints nothing.
struct jpeg_error_mgr *cjpeg_fence_prepare(cjpeg_fence *fence);

// Runs `body`; returns CJPEG_OK, or what kind of failure ended it.
cjpeg_status cjpeg_fence_run(cjpeg_fence *fence, void (*body)(void *context), void *context);

// Leaves the running body with a failure of our own.
_Noreturn void cjpeg_fence_fail(cjpeg_fence *fence, cjpeg_status status, const char *message);

#endif
