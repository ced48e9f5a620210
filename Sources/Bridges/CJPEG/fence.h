// An error trap for libjpeg, which reports errors by longjmp. The jump lands in cjpeg_error_trap_run and skips no other
// frame.
#ifndef OPENCAPTURE_CJPEG_FENCE_H
#define OPENCAPTURE_CJPEG_FENCE_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CJPEG.h"

typedef struct {
  struct jpeg_error_mgr manager;  // must be first: libjpeg passes a pointer to it
  jmp_buf escape;
  bool stops_at_damage;
  bool ran_out_of_data;
  cjpeg_status failure;
  cjpeg_status damage;
  char message[JMSG_LENGTH_MAX];
} cjpeg_error_trap;

// Initializes a trap and returns the error manager for `cinfo->err`, which prints nothing.
struct jpeg_error_mgr *cjpeg_error_trap_init(cjpeg_error_trap *fence);

// Runs `body`. Returns CJPEG_OK, or the kind of failure that ended `body`.
cjpeg_status cjpeg_error_trap_run(cjpeg_error_trap *fence, void (*body)(void *context), void *context);

// Ends the running body with a failure detected by the caller.
_Noreturn void cjpeg_error_trap_fail(cjpeg_error_trap *fence, cjpeg_status status, const char *message);

#endif
