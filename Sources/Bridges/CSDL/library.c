#include "library.h"

#include "CLoading.h"
#include "CSDL.h"

csdl_functions sdl;

#define LOOK_UP(result, name, arguments) CLOADING_LOOK_UP(library, sdl, result, name, arguments)

static bool begin(cloading_library *library) {
  FUNCTIONS(LOOK_UP)
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libSDL2-2.0.so.0", begin);

bool csdl_load(const char **complaint) { return cloading_load(&library, complaint); }

const char *csdl_error(void) { return sdl.SDL_GetError ? sdl.SDL_GetError() : ""; }
