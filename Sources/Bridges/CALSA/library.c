#include "library.h"

#include "CALSA.h"
#include "CLoading.h"

calsa_functions alsa;

// Suppresses ALSA's own output on standard error, because the callers report all errors.
static void keep_quiet(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

#define FILL(result, name, arguments) CLOADING_FILL(library, alsa, name, #name);

static bool begin(cloading_library *library) {
  FUNCTIONS(FILL)
  alsa.snd_lib_error_set_handler(keep_quiet);
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libasound.so.2", begin);

bool calsa_load(const char **complaint) { return cloading_load(&library, complaint); }

const char *calsa_error_message(int error) { return alsa.snd_strerror ? alsa.snd_strerror(error) : ""; }
