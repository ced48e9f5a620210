// Cairo, loaded when something is drawn first: a program that only might draw does not pay for it at start.

#ifndef OPENCAPTURE_CCAIRO_H
#define OPENCAPTURE_CCAIRO_H

#include <cairo/cairo.h>

// The functions of Cairo that are used here.
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
  __typeof__(cairo_select_font_face) *select_font_face;
  __typeof__(cairo_set_font_size) *set_font_size;
  __typeof__(cairo_text_extents) *text_extents;
  __typeof__(cairo_show_text) *show_text;
} opencapture_cairo;

// The functions, or NULL where Cairo is not installed. Safe from any thread; the table lives for good.
const opencapture_cairo *opencapture_cairo_load(void);

#endif
