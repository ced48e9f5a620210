// PDF rendering with poppler-glib and Cairo, which are loaded when the first document is opened.

#ifndef OPENCAPTURE_CPOPPLER_H
#define OPENCAPTURE_CPOPPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpoppler_document cpoppler_document;

// The result of opening a document.
typedef enum cpoppler_outcome {
  CPOPPLER_OPENED,
  CPOPPLER_NO_LIBRARY,
  CPOPPLER_LOCKED,  // encrypted with a password
  CPOPPLER_DAMAGED,
} cpoppler_outcome;

// Loads the libraries. Returns false if one is missing. Thread-safe; later calls cost nothing.
bool cpoppler_load(void);

// Opens a document. The bytes must stay valid until it is closed. Calls for all documents are serialized.
//
// Poppler's messages about damage are not printed.
cpoppler_outcome cpoppler_open(const uint8_t *bytes, size_t count, cpoppler_document **document);
void cpoppler_close(cpoppler_document *document);

int cpoppler_page_count(const cpoppler_document *document);

// Returns the displayed size of a page in points of 1/72 inch. Returns false if the page cannot be read.
bool cpoppler_page_size(cpoppler_document *document, int index, double *width, double *height);

// Draws a page on white, in BGRA. Returns false if the page cannot be read or memory is exhausted.
bool cpoppler_render(
    cpoppler_document *document, int index, double pixels_per_point, uint8_t *pixels, int width, int height,
    int bytes_per_row);

#endif
