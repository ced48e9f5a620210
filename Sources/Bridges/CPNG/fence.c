#include "fence.h"

#include <stdio.h>
#include <string.h>

_Noreturn void cpng_fence_fail(cpng_fence *fence, cpng_status status, const char *message) {
  snprintf(fence->message, sizeof fence->message, "%s", message);
  fence->failure = status;
  longjmp(fence->escape, 1);
}

_Noreturn void cpng_fence_leave(png_structp png, png_const_charp message) {
  const bool lacks_memory = strstr(message, "emory") != NULL;  // "Out of memory", "insufficient memory"
  cpng_fence_fail(png_get_error_ptr(png), lacks_memory ? CPNG_NO_MEMORY : CPNG_CORRUPT, message);
}

// What the library warns of costs nothing that we use, but for transparency that it drops.
void cpng_fence_note(png_structp png, png_const_charp message) {
  cpng_fence *fence = png_get_error_ptr(png);
  if (strncmp(message, "tRNS", 4) != 0 || fence->damage != CPNG_OK) return;
  snprintf(fence->message, sizeof fence->message, "%s", message);
  fence->damage = CPNG_CORRUPT;
}

cpng_status cpng_fence_run(cpng_fence *fence, void (*body)(void *), void *context) {
  if (setjmp(fence->escape)) return fence->failure;
  body(context);
  return CPNG_OK;
}
