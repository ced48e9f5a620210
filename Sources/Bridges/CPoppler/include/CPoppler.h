// Pages of PDF documents by poppler-glib and Cairo, which are loaded when the first document is opened.

#ifndef OPENCAPTURE_CPOPPLER_H
#define OPENCAPTURE_CPOPPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpoppler_document cpoppler_document;

// What became of a document that was to be opened.
typedef enum cpoppler_outcome {
  CPOPPLER_OPENED,
  CPOPPLER_NO_LIBRARY,
  CPOPPLER_LOCKED,  // by a password
  CPOPPLER_DAMAGED,
} cpoppler_outcome;

// Opens the libraries; false where one is missing. Safe from any thread; costs nothing once it was done.
bool cpoppler_load(void);

// Opens a document whose bytes stay where they are until it is closed; of all documents, one is worked on at a time.
//
// What is wrong inside of it isn't printed, which Poppler does else.
cpoppler_outcome cpoppler_open(const uint8_t *bytes, size_t count, cpoppler_document **document);
void cpoppler_close(cpoppler_document *document);

int cpoppler_page_count(const cpoppler_document *document);

// How large a page is as it is seen, in points of a 72nd of an inch; false where it can't be read.
bool cpoppler_page_size(cpoppler_document *document, int index, double *width, double *height);

// Draws a page on white, in BGRA; false where it can't be read, or there is no memory.
bool cpoppler_render(
    cpoppler_document *document, int index, double pixels_per_point, uint8_t *pixels, int width, int height,
    int bytes_per_row);

#endif
