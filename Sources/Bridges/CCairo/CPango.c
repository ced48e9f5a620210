#include "CCairo.h"
#include "CLoading.h"

static opencapture_pango table;

#define FILL(name) CLOADING_FILL(library, table, name, "pango_" #name)

static bool begin(cloading_library *library) {
  FILL(cairo_create_layout);
  FILL(cairo_show_layout);
  if (!cloading_open(library, "libpango-1.0.so.0")) return false;
  FILL(layout_set_text);
  FILL(layout_set_font_description);
  FILL(layout_set_width);
  FILL(layout_set_ellipsize);
  FILL(layout_set_single_paragraph_mode);
  FILL(layout_get_pixel_size);
  FILL(layout_get_unknown_glyphs_count);
  FILL(font_description_from_string);
  FILL(font_description_set_absolute_size);
  FILL(font_description_free);
  if (!cloading_open(library, "libgobject-2.0.so.0")) return false;
  CLOADING_FILL(library, table, release, "g_object_unref");
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libpangocairo-1.0.so.0", begin);

const opencapture_pango *opencapture_pango_load(void) { return cloading_load(&library, NULL) ? &table : NULL; }
