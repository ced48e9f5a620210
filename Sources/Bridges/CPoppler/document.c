#include <cairo/cairo.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "CPoppler.h"

// poppler-glib and what it needs of GLib are declared here, as they have been since 0.82: their headers come with those
// of GLib, which lie in a folder for each kind of processor.

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
} library;

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

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;
// Poppler's documents share what they know of fonts.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void be_quiet(const char *domain, int level, const char *message, void *data) {
  (void)domain, (void)level, (void)message, (void)data;
}

#define LOAD(table, handle, member, name) \
  table.member = (__typeof__(table.member))dlsym(handle, name); \
  if (!table.member) is_loaded = false

static void load(void) {
  void *poppler = dlopen("libpoppler-glib.so.8", RTLD_NOW | RTLD_LOCAL);
  void *glib = dlopen("libglib-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  void *objects = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  void *drawing = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!poppler || !glib || !objects || !drawing) return;
  is_loaded = true;
  LOAD(library, glib, bytes_new_static, "g_bytes_new_static");
  LOAD(library, glib, bytes_unref, "g_bytes_unref");
  LOAD(library, glib, error_free, "g_error_free");
  LOAD(library, glib, log_set_handler, "g_log_set_handler");
  LOAD(library, objects, object_unref, "g_object_unref");
  LOAD(library, poppler, open, "poppler_document_new_from_bytes");
  LOAD(library, poppler, page_count, "poppler_document_get_n_pages");
  LOAD(library, poppler, page, "poppler_document_get_page");
  LOAD(library, poppler, page_size, "poppler_page_get_size");
  LOAD(library, poppler, render, "poppler_page_render");
  LOAD(cairo, drawing, create_surface, "cairo_image_surface_create_for_data");
  LOAD(cairo, drawing, destroy_surface, "cairo_surface_destroy");
  LOAD(cairo, drawing, flush, "cairo_surface_flush");
  LOAD(cairo, drawing, create, "cairo_create");
  LOAD(cairo, drawing, destroy, "cairo_destroy");
  LOAD(cairo, drawing, status, "cairo_status");
  LOAD(cairo, drawing, set_source, "cairo_set_source_rgb");
  LOAD(cairo, drawing, paint, "cairo_paint");
  LOAD(cairo, drawing, scale, "cairo_scale");
  if (is_loaded) library.log_set_handler("Poppler", G_LOG_LEVEL_MASK, be_quiet, NULL);
}

bool cpoppler_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

struct cpoppler_document {
  void *bytes;
  void *document;
  int page_count;
};

static cpoppler_outcome open_locked(const uint8_t *bytes, size_t count, cpoppler_document *opened) {
  g_error *error = NULL;
  opened->bytes = library.bytes_new_static(bytes, count);
  opened->document = library.open(opened->bytes, NULL, &error);
  if (opened->document) {
    opened->page_count = library.page_count(opened->document);
    return CPOPPLER_OPENED;
  }
  library.bytes_unref(opened->bytes);
  cpoppler_outcome outcome = error && error->code == POPPLER_ERROR_ENCRYPTED ? CPOPPLER_LOCKED : CPOPPLER_DAMAGED;
  if (error) library.error_free(error);
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
  library.object_unref(document->document);
  library.bytes_unref(document->bytes);
  pthread_mutex_unlock(&mutex);
  free(document);
}

int cpoppler_page_count(const cpoppler_document *document) { return document->page_count; }

bool cpoppler_page_size(cpoppler_document *document, int index, double *width, double *height) {
  pthread_mutex_lock(&mutex);
  void *page = library.page(document->document, index);
  if (page) {
    library.page_size(page, width, height);
    library.object_unref(page);
  }
  pthread_mutex_unlock(&mutex);
  return page != NULL;
}

static bool draw(void *page, cairo_surface_t *surface, double scale) {
  cairo_t *context = cairo.create(surface);
  cairo.set_source(context, 1, 1, 1);
  cairo.paint(context);
  cairo.scale(context, scale, scale);
  library.render(page, context);
  bool is_drawn = cairo.status(context) == CAIRO_STATUS_SUCCESS;
  cairo.destroy(context);
  return is_drawn;
}

bool cpoppler_render(
    cpoppler_document *document, int index, double pixels_per_point, uint8_t *pixels, int width, int height,
    int bytes_per_row) {
  pthread_mutex_lock(&mutex);
  void *page = library.page(document->document, index);
  bool is_drawn = false;
  if (page) {
    // Pixels of 32 bits, blue first, where the lowest byte is first.
    cairo_surface_t *surface = cairo.create_surface(pixels, CAIRO_FORMAT_ARGB32, width, height, bytes_per_row);
    is_drawn = draw(page, surface, pixels_per_point);
    cairo.flush(surface);
    cairo.destroy_surface(surface);
    library.object_unref(page);
  }
  pthread_mutex_unlock(&mutex);
  return is_drawn;
}
