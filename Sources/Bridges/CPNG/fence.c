#include "fence.h"

#include <stdio.h>
#include <string.h>

_Noreturn void cpng_error_trap_fail(cpng_error_trap *fence, cpng_status status, const char *message) {
  snprintf(fence->message, sizeof fence->message, "%s", message);
  fence->failure = status;
  longjmp(fence->escape, 1);
}

_Noreturn void cpng_handle_error(png_structp png, png_const_charp message) {
  const bool lacks_memory = strstr(message, "emory") != NULL;  // "Out of memory", "insufficient memory"
  cpng_error_trap_fail(png_get_error_ptr(png), lacks_memory ? CPNG_NO_MEMORY : CPNG_CORRUPT, message);
}

// Records the damage that a warning reports. Only dropped transparency loses pixels that are used.
void cpng_handle_warning(png_structp png, png_const_charp message) {
  cpng_error_trap *fence = png_get_error_ptr(png);
  if (strncmp(message, "tRNS", 4) != 0 || fence->damage != CPNG_OK) return;
  snprintf(fence->message, sizeof fence->message, "%s", message);
  fence->damage = CPNG_CORRUPT;
}

cpng_status cpng_error_trap_run(cpng_error_trap *fence, void (*body)(void *), void *context) {
  if (setjmp(fence->escape)) return fence->failure;
  body(context);
  return CPNG_OK;
}
