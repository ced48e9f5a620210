#include "library.h"

#include "CLoading.h"
#include "CSDL.h"

csdl_functions sdl;

#define FILL(result, name, arguments) CLOADING_FILL(library, sdl, name, #name);

static bool begin(cloading_library *library) {
  FUNCTIONS(FILL)
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libSDL2-2.0.so.0", begin);

bool csdl_load(const char **complaint) { return cloading_load(&library, complaint); }

const char *csdl_error(void) { return sdl.SDL_GetError ? sdl.SDL_GetError() : ""; }
