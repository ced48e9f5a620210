#include "CCairo.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static opencapture_cairo table;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // The name that the headers above belong to, not the development link.
  void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  is_loaded = true;
#define LOAD(name)                                        \
  table.name = (__typeof__(table.name))dlsym(library, "cairo_" #name); \
  if (!table.name) is_loaded = false
  LOAD(image_surface_create_for_data);
  LOAD(surface_destroy);
  LOAD(surface_flush);
  LOAD(create);
  LOAD(destroy);
  LOAD(status);
  LOAD(status_to_string);
  LOAD(set_source_rgba);
  LOAD(set_line_width);
  LOAD(set_line_join);
  LOAD(move_to);
  LOAD(line_to);
  LOAD(arc);
  LOAD(rectangle);
  LOAD(close_path);
  LOAD(stroke);
  LOAD(fill);
  LOAD(select_font_face);
  LOAD(set_font_size);
  LOAD(text_extents);
  LOAD(show_text);
#undef LOAD
}

const opencapture_cairo *opencapture_cairo_load(void) {
  pthread_once(&once, load);
  return is_loaded ? &table : NULL;
}
