// Cairo and Pango, loaded on first use, so that programs that draw nothing do not pay for them at startup.

#ifndef OPENCAPTURE_CCAIRO_H
#define OPENCAPTURE_CCAIRO_H

#include <cairo/cairo.h>

// The functions of Cairo used by the overlay.
typedef struct opencapture_cairo {
  __typeof__(cairo_image_surface_create_for_data) *image_surface_create_for_data;
  __typeof__(cairo_surface_destroy) *surface_destroy;
  __typeof__(cairo_surface_flush) *surface_flush;
  __typeof__(cairo_create) *create;
  __typeof__(cairo_destroy) *destroy;
  __typeof__(cairo_status) *status;
  __typeof__(cairo_status_to_string) *status_to_string;
  __typeof__(cairo_set_source_rgba) *set_source_rgba;
  __typeof__(cairo_set_line_width) *set_line_width;
  __typeof__(cairo_set_line_join) *set_line_join;
  __typeof__(cairo_move_to) *move_to;
  __typeof__(cairo_line_to) *line_to;
  __typeof__(cairo_arc) *arc;
  __typeof__(cairo_rectangle) *rectangle;
  __typeof__(cairo_close_path) *close_path;
  __typeof__(cairo_stroke) *stroke;
  __typeof__(cairo_fill) *fill;
} opencapture_cairo;

// Pango is declared here, as it has been since 1.16. Its headers need those of GLib, which lie in a folder per
// architecture and require a hundred megabytes of other packages.
typedef struct opencapture_pango_layout opencapture_pango_layout;
typedef struct opencapture_pango_font opencapture_pango_font;

enum { OPENCAPTURE_PANGO_SCALE = 1024, OPENCAPTURE_PANGO_ELLIPSIZE_END = 3 };

// The functions of Pango used by the overlay.
typedef struct opencapture_pango {
  opencapture_pango_layout *(*cairo_create_layout)(cairo_t *context);
  void (*cairo_show_layout)(cairo_t *context, opencapture_pango_layout *layout);
  void (*layout_set_text)(opencapture_pango_layout *layout, const char *text, int byte_count);
  void (*layout_set_font_description)(opencapture_pango_layout *layout, const opencapture_pango_font *font);
  void (*layout_set_width)(opencapture_pango_layout *layout, int width);
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
