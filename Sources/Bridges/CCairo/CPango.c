#include "CCairo.h"

#include "loading.h"

static opencapture_pango table;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *cairo = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
  void *pango = dlopen("libpango-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
  void *objects = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!cairo || !pango || !objects) return;
  is_loaded = true;
  LOAD(cairo, "pango_", cairo_create_layout);
  LOAD(cairo, "pango_", cairo_show_layout);
  LOAD(pango, "pango_", layout_set_text);
  LOAD(pango, "pango_", layout_set_font_description);
  LOAD(pango, "pango_", layout_set_width);
  LOAD(pango, "pango_", layout_set_ellipsize);
  LOAD(pango, "pango_", layout_set_single_paragraph_mode);
  LOAD(pango, "pango_", layout_get_pixel_size);
  LOAD(pango, "pango_", layout_get_unknown_glyphs_count);
  LOAD(pango, "pango_", font_description_from_string);
  LOAD(pango, "pango_", font_description_set_absolute_size);
  LOAD(pango, "pango_", font_description_free);
  table.release = (__typeof__(table.release))dlsym(objects, "g_object_unref");
  if (!table.release) is_loaded = false;
}

const opencapture_pango *opencapture_pango_load(void) {
  pthread_once(&once, load);
  return is_loaded ? &table : NULL;
}
