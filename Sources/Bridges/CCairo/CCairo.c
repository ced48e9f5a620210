#include "CCairo.h"

#include "loading.h"

static opencapture_cairo table;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // The name that the headers belong to, not the development link.
  void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  is_loaded = true;
  LOAD(library, "cairo_", image_surface_create_for_data);
  LOAD(library, "cairo_", surface_destroy);
  LOAD(library, "cairo_", surface_flush);
  LOAD(library, "cairo_", create);
  LOAD(library, "cairo_", destroy);
  LOAD(library, "cairo_", status);
  LOAD(library, "cairo_", status_to_string);
  LOAD(library, "cairo_", set_source_rgba);
  LOAD(library, "cairo_", set_line_width);
  LOAD(library, "cairo_", set_line_join);
  LOAD(library, "cairo_", move_to);
  LOAD(library, "cairo_", line_to);
  LOAD(library, "cairo_", arc);
  LOAD(library, "cairo_", rectangle);
  LOAD(library, "cairo_", close_path);
  LOAD(library, "cairo_", stroke);
  LOAD(library, "cairo_", fill);
}

const opencapture_cairo *opencapture_cairo_load(void) {
  pthread_once(&once, load);
  return is_loaded ? &table : NULL;
}
