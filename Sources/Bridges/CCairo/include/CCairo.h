// Cairo and Pango, loaded on first use, so that programs that draw nothing do not pay for them at startup.

#ifndef OPENCAPTURE_CCAIRO_H
#define OPENCAPTURE_CCAIRO_H

#include "cairo-functions.h"

// The names of the functions of Cairo used by the overlay, without their prefix.
#define OPENCAPTURE_CAIRO_FUNCTIONS(DO) \
  DO(image_surface_create_for_data) \
  DO(surface_destroy) \
  DO(surface_flush) \
  DO(create) \
  DO(destroy) \
  DO(status) \
  DO(status_to_string) \
  DO(save) \
  DO(restore) \
  DO(set_matrix) \
  DO(push_group) \
  DO(pop_group) \
  DO(pop_group_to_source) \
  DO(pattern_destroy) \
  DO(pattern_set_extend) \
  DO(get_source) \
  DO(set_source_rgba) \
  DO(set_source_surface) \
  DO(set_antialias) \
  DO(set_fill_rule) \
  DO(set_line_width) \
  DO(set_line_cap) \
  DO(set_line_join) \
  DO(set_miter_limit) \
  DO(set_dash) \
  DO(new_path) \
  DO(move_to) \
  DO(line_to) \
  DO(curve_to) \
  DO(arc) \
  DO(rectangle) \
  DO(close_path) \
  DO(stroke) \
  DO(fill) \
  DO(clip) \
  DO(mask) \
  DO(paint_with_alpha)

#define OPENCAPTURE_CAIRO_MEMBER(name) __typeof__(cairo_##name) *name;

typedef struct opencapture_cairo {
  OPENCAPTURE_CAIRO_FUNCTIONS(OPENCAPTURE_CAIRO_MEMBER)
} opencapture_cairo;

// Pango is declared here, as it has been since 1.16. Its headers need those of GLib, which lie in a folder per
// architecture and require a hundred megabytes of other packages.
typedef struct opencapture_pango_layout opencapture_pango_layout;
typedef struct opencapture_pango_font opencapture_pango_font;

enum {
  OPENCAPTURE_PANGO_SCALE = 1024,
  OPENCAPTURE_PANGO_ELLIPSIZE_START = 1,
  OPENCAPTURE_PANGO_ELLIPSIZE_MIDDLE = 2,
  OPENCAPTURE_PANGO_ELLIPSIZE_END = 3,
  OPENCAPTURE_PANGO_ALIGN_CENTER = 1,
  OPENCAPTURE_PANGO_ALIGN_RIGHT = 2,
  OPENCAPTURE_PANGO_WRAP_WORD_CHAR = 2,
};

// The functions of Pango used by the overlay.
typedef struct opencapture_pango {
  opencapture_pango_layout *(*cairo_create_layout)(cairo_t *context);
  void (*cairo_show_layout)(cairo_t *context, opencapture_pango_layout *layout);
  void (*layout_set_text)(opencapture_pango_layout *layout, const char *text, int byte_count);
  void (*layout_set_font_description)(opencapture_pango_layout *layout, const opencapture_pango_font *font);
  void (*layout_set_width)(opencapture_pango_layout *layout, int width);
  void (*layout_set_height)(opencapture_pango_layout *layout, int height);
  void (*layout_set_wrap)(opencapture_pango_layout *layout, int mode);
  void (*layout_set_alignment)(opencapture_pango_layout *layout, int alignment);
  void (*layout_set_justify)(opencapture_pango_layout *layout, int is_on);
  void (*layout_set_ellipsize)(opencapture_pango_layout *layout, int mode);
  void (*layout_set_single_paragraph_mode)(opencapture_pango_layout *layout, int is_on);
  void (*layout_get_pixel_size)(opencapture_pango_layout *layout, int *width, int *height);
  int (*layout_get_unknown_glyphs_count)(opencapture_pango_layout *layout);
  opencapture_pango_font *(*font_description_from_string)(const char *text);
  void (*font_description_set_absolute_size)(opencapture_pango_font *font, double size);
  void (*font_description_free)(opencapture_pango_font *font);
  // GLib's g_object_unref, for layouts.
  void (*release)(void *object);
} opencapture_pango;

// Returns the functions of Cairo, or NULL if it is not installed. Safe from any thread; the table is never freed.
const opencapture_cairo *opencapture_cairo_load(void);

// Returns the functions of Pango, or NULL if it is not installed. Safe from any thread; the table is never freed.
const opencapture_pango *opencapture_pango_load(void);

#endif
