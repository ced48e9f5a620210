#include <pthread.h>
#include <stdlib.h>

#include "CLoading.h"
#include "CPoppler.h"
#include "cairo-functions.h"

// The functions of poppler-glib and GLib are declared here as since 0.82. Their headers require those of GLib, which
// are in a different folder for each architecture.

typedef struct g_error {
  uint32_t domain;
  int code;
  char *message;
} g_error;

enum { POPPLER_ERROR_ENCRYPTED = 1, G_LOG_LEVEL_MASK = ~3 };

static struct {
  void *(*bytes_new_static)(const void *bytes, size_t count);
  void (*bytes_unref)(void *bytes);
  void (*error_free)(g_error *error);
  unsigned (*log_set_handler)(
      const char *domain, int levels, void (*handler)(const char *, int, const char *, void *), void *data);
  void (*object_unref)(void *object);
  void *(*open)(void *bytes, const char *password, g_error **error);
  int (*page_count)(void *document);
  void *(*page)(void *document, int index);
  void (*page_size)(void *page, double *width, double *height);
  void (*render)(void *page, cairo_t *context);
} functions;

static struct {
  __typeof__(cairo_image_surface_create_for_data) *create_surface;
  __typeof__(cairo_surface_destroy) *destroy_surface;
  __typeof__(cairo_surface_flush) *flush;
  __typeof__(cairo_create) *create;
  __typeof__(cairo_destroy) *destroy;
  __typeof__(cairo_status) *status;
  __typeof__(cairo_set_source_rgb) *set_source;
  __typeof__(cairo_paint) *paint;
  __typeof__(cairo_scale) *scale;
} cairo;

// Serializes all calls to Poppler, because its documents share font data.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void ignore_message(const char *domain, int level, const char *message, void *data) {
  (void)domain, (void)level, (void)message, (void)data;
}

#define FILL(table, member, name) CLOADING_FILL(library, table, member, name)

static bool begin(cloading_library *library) {
  FILL(functions, open, "poppler_document_new_from_bytes");
  FILL(functions, page_count, "poppler_document_get_n_pages");
  FILL(functions, page, "poppler_document_get_page");
  FILL(functions, page_size, "poppler_page_get_size");
  FILL(functions, render, "poppler_page_render");
  if (!cloading_open(library, "libglib-2.0.so.0")) return false;
  FILL(functions, bytes_new_static, "g_bytes_new_static");
  FILL(functions, bytes_unref, "g_bytes_unref");
  FILL(functions, error_free, "g_error_free");
  FILL(functions, log_set_handler, "g_log_set_handler");
  if (!cloading_open(library, "libgobject-2.0.so.0")) return false;
  FILL(functions, object_unref, "g_object_unref");
  if (!cloading_open(library, "libcairo.so.2")) return false;
  FILL(cairo, create_surface, "cairo_image_surface_create_for_data");
  FILL(cairo, destroy_surface, "cairo_surface_destroy");
  FILL(cairo, flush, "cairo_surface_flush");
  FILL(cairo, create, "cairo_create");
  FILL(cairo, destroy, "cairo_destroy");
  FILL(cairo, status, "cairo_status");
  FILL(cairo, set_source, "cairo_set_source_rgb");
  FILL(cairo, paint, "cairo_paint");
  FILL(cairo, scale, "cairo_scale");
  functions.log_set_handler("Poppler", G_LOG_LEVEL_MASK, ignore_message, NULL);
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libpoppler-glib.so.8", begin);

bool cpoppler_load(void) { return cloading_load(&library, NULL); }

struct cpoppler_document {
  void *bytes;
  void *document;
  int page_count;
};

static cpoppler_outcome open_locked(const uint8_t *bytes, size_t count, cpoppler_document *opened) {
  g_error *error = NULL;
  opened->bytes = functions.bytes_new_static(bytes, count);
  opened->document = functions.open(opened->bytes, NULL, &error);
  if (opened->document) {
    opened->page_count = functions.page_count(opened->document);
    return CPOPPLER_OPENED;
  }
  functions.bytes_unref(opened->bytes);
  cpoppler_outcome outcome = error && error->code == POPPLER_ERROR_ENCRYPTED ? CPOPPLER_LOCKED : CPOPPLER_DAMAGED;
  if (error) functions.error_free(error);
  return outcome;
}

cpoppler_outcome cpoppler_open(const uint8_t *bytes, size_t count, cpoppler_document **document) {
  if (!cpoppler_load()) return CPOPPLER_NO_LIBRARY;
  cpoppler_document *opened = calloc(1, sizeof *opened);
  if (!opened) return CPOPPLER_DAMAGED;
  pthread_mutex_lock(&mutex);
  cpoppler_outcome outcome = open_locked(bytes, count, opened);
  pthread_mutex_unlock(&mutex);
  if (outcome == CPOPPLER_OPENED) {
    *document = opened;
  } else {
    free(opened);
  }
  return outcome;
}

void cpoppler_close(cpoppler_document *document) {
  if (!document) return;
  pthread_mutex_lock(&mutex);
  functions.object_unref(document->document);
  functions.bytes_unref(document->bytes);
  pthread_mutex_unlock(&mutex);
  free(document);
}

int cpoppler_page_count(const cpoppler_document *document) { return document->page_count; }

bool cpoppler_page_size(cpoppler_document *document, int index, double *width, double *height) {
  pthread_mutex_lock(&mutex);
  void *page = functions.page(document->document, index);
  if (page) {
    functions.page_size(page, width, height);
    functions.object_unref(page);
  }
  pthread_mutex_unlock(&mutex);
  return page != NULL;
}

static bool draw(void *page, cairo_surface_t *surface, double scale) {
  cairo_t *context = cairo.create(surface);
  cairo.set_source(context, 1, 1, 1);
  cairo.paint(context);
  cairo.scale(context, scale, scale);
  functions.render(page, context);
  bool is_drawn = cairo.status(context) == CAIRO_STATUS_SUCCESS;
  cairo.destroy(context);
  return is_drawn;
}

bool cpoppler_render(
    cpoppler_document *document, int index, double pixels_per_point, uint8_t *pixels, int width, int height,
    int bytes_per_row) {
  pthread_mutex_lock(&mutex);
  void *page = functions.page(document->document, index);
  bool is_drawn = false;
  if (page) {
    // On little-endian systems, pixels of 32 bits have blue as the first byte.
    cairo_surface_t *surface = cairo.create_surface(pixels, CAIRO_FORMAT_ARGB32, width, height, bytes_per_row);
    is_drawn = draw(page, surface, pixels_per_point);
    cairo.flush(surface);
    cairo.destroy_surface(surface);
    functions.object_unref(page);
  }
  pthread_mutex_unlock(&mutex);
  return is_drawn;
}
