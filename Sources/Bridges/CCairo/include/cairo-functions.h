// The part of Cairo's interface that this project uses, for libcairo.so.2. Debian's package with the header needs 98 other
// packages. `make lint` compares these declarations with the header.
#ifndef OPENCAPTURE_CAIRO_FUNCTIONS_H
#define OPENCAPTURE_CAIRO_FUNCTIONS_H

typedef struct cairo cairo_t;
typedef struct cairo_surface cairo_surface_t;
typedef struct cairo_pattern cairo_pattern_t;

typedef struct {
  double xx, yx, xy, yy, x0, y0;
} cairo_matrix_t;

typedef enum { CAIRO_STATUS_SUCCESS = 0 } cairo_status_t;
typedef enum { CAIRO_FORMAT_ARGB32 = 0, CAIRO_FORMAT_RGB24 = 1 } cairo_format_t;
typedef enum { CAIRO_ANTIALIAS_NONE = 1 } cairo_antialias_t;
typedef enum { CAIRO_FILL_RULE_WINDING = 0, CAIRO_FILL_RULE_EVEN_ODD = 1 } cairo_fill_rule_t;
typedef enum { CAIRO_EXTEND_PAD = 3 } cairo_extend_t;

typedef enum {
  CAIRO_LINE_CAP_BUTT = 0,
  CAIRO_LINE_CAP_ROUND = 1,
  CAIRO_LINE_CAP_SQUARE = 2,
} cairo_line_cap_t;

typedef enum {
  CAIRO_LINE_JOIN_MITER = 0,
  CAIRO_LINE_JOIN_ROUND = 1,
  CAIRO_LINE_JOIN_BEVEL = 2,
} cairo_line_join_t;

extern cairo_surface_t *cairo_image_surface_create_for_data(
    unsigned char *data, cairo_format_t format, int width, int height, int stride);
extern void cairo_surface_destroy(cairo_surface_t *surface);
extern void cairo_surface_flush(cairo_surface_t *surface);
extern cairo_t *cairo_create(cairo_surface_t *target);
extern void cairo_destroy(cairo_t *context);
extern cairo_status_t cairo_status(cairo_t *context);
extern const char *cairo_status_to_string(cairo_status_t status);
extern void cairo_save(cairo_t *context);
extern void cairo_restore(cairo_t *context);
extern void cairo_scale(cairo_t *context, double sx, double sy);
extern void cairo_set_matrix(cairo_t *context, const cairo_matrix_t *matrix);
extern void cairo_push_group(cairo_t *context);
extern cairo_pattern_t *cairo_pop_group(cairo_t *context);
extern void cairo_pop_group_to_source(cairo_t *context);
extern void cairo_pattern_destroy(cairo_pattern_t *pattern);
extern void cairo_pattern_set_extend(cairo_pattern_t *pattern, cairo_extend_t extend);
extern cairo_pattern_t *cairo_get_source(cairo_t *context);
extern void cairo_set_source_rgb(cairo_t *context, double red, double green, double blue);
extern void cairo_set_source_rgba(cairo_t *context, double red, double green, double blue, double alpha);
extern void cairo_set_source_surface(cairo_t *context, cairo_surface_t *surface, double x, double y);
extern void cairo_set_antialias(cairo_t *context, cairo_antialias_t antialias);
extern void cairo_set_fill_rule(cairo_t *context, cairo_fill_rule_t fill_rule);
extern void cairo_set_line_width(cairo_t *context, double width);
extern void cairo_set_line_cap(cairo_t *context, cairo_line_cap_t line_cap);
extern void cairo_set_line_join(cairo_t *context, cairo_line_join_t line_join);
extern void cairo_set_miter_limit(cairo_t *context, double limit);
extern void cairo_set_dash(cairo_t *context, const double *dashes, int num_dashes, double offset);
extern void cairo_new_path(cairo_t *context);
extern void cairo_move_to(cairo_t *context, double x, double y);
extern void cairo_line_to(cairo_t *context, double x, double y);
extern void cairo_curve_to(cairo_t *context, double x1, double y1, double x2, double y2, double x3, double y3);
extern void cairo_arc(cairo_t *context, double xc, double yc, double radius, double angle1, double angle2);
extern void cairo_rectangle(cairo_t *context, double x, double y, double width, double height);
extern void cairo_close_path(cairo_t *context);
extern void cairo_stroke(cairo_t *context);
extern void cairo_fill(cairo_t *context);
extern void cairo_clip(cairo_t *context);
extern void cairo_mask(cairo_t *context, cairo_pattern_t *pattern);
extern void cairo_paint(cairo_t *context);
extern void cairo_paint_with_alpha(cairo_t *context, double alpha);

#endif
