#include "CCairo.h"

#include "CLoading.h"

static opencapture_cairo table;

#define FILL(name) CLOADING_FILL(library, table, name, "cairo_" #name)

static bool begin(cloading_library *library) {
  FILL(image_surface_create_for_data);
  FILL(surface_destroy);
  FILL(surface_flush);
  FILL(create);
  FILL(destroy);
  FILL(status);
  FILL(status_to_string);
  FILL(set_source_rgba);
  FILL(set_line_width);
  FILL(set_line_join);
  FILL(move_to);
  FILL(line_to);
  FILL(arc);
  FILL(rectangle);
  FILL(close_path);
  FILL(stroke);
  FILL(fill);
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libcairo.so.2", begin);

const opencapture_cairo *opencapture_cairo_load(void) { return cloading_load(&library, NULL) ? &table : NULL; }
