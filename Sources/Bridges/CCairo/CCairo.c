#include "CCairo.h"

#include "CLoading.h"

static opencapture_cairo cairo;

#define FILL_CAIRO(name) CLOADING_FILL(library, cairo, name, "cairo_" #name);

static bool begin_cairo(cloading_library *library) {
  OPENCAPTURE_CAIRO_FUNCTIONS(FILL_CAIRO)
  return true;
}

static cloading_library cairo_library = CLOADING_LIBRARY("libcairo.so.2", begin_cairo);

const opencapture_cairo *opencapture_cairo_load(void) { return cloading_load(&cairo_library, NULL) ? &cairo : NULL; }

static opencapture_pango pango;

#define FILL_PANGO(name) CLOADING_FILL(library, pango, name, "pango_" #name)

static bool begin_pango(cloading_library *library) {
  FILL_PANGO(cairo_create_layout);
  FILL_PANGO(cairo_show_layout);
  if (!cloading_open(library, "libpango-1.0.so.0")) return false;
  FILL_PANGO(layout_set_text);
  FILL_PANGO(layout_set_font_description);
  FILL_PANGO(layout_set_width);
  FILL_PANGO(layout_set_height);
  FILL_PANGO(layout_set_wrap);
  FILL_PANGO(layout_set_alignment);
  FILL_PANGO(layout_set_justify);
  FILL_PANGO(layout_set_ellipsize);
  FILL_PANGO(layout_set_single_paragraph_mode);
  FILL_PANGO(layout_get_pixel_size);
  FILL_PANGO(layout_get_unknown_glyphs_count);
  FILL_PANGO(font_description_from_string);
  FILL_PANGO(font_description_set_absolute_size);
  FILL_PANGO(font_description_free);
  if (!cloading_open(library, "libgobject-2.0.so.0")) return false;
  CLOADING_FILL(library, pango, release, "g_object_unref");
  return true;
}

static cloading_library pango_library = CLOADING_LIBRARY("libpangocairo-1.0.so.0", begin_pango);

const opencapture_pango *opencapture_pango_load(void) { return cloading_load(&pango_library, NULL) ? &pango : NULL; }
