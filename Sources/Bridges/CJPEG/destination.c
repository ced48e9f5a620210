#include "destination.h"

#include <stdlib.h>

static void grow(j_compress_ptr cinfo, size_t capacity) {
  cjpeg_destination *destination = (cjpeg_destination *)cinfo->dest;
  uint8_t *bytes = realloc(destination->bytes, capacity);
  if (!bytes) cjpeg_error_trap_fail((cjpeg_error_trap *)cinfo->err, CJPEG_NO_MEMORY, "not enough memory for the file");
  destination->manager.next_output_byte = bytes + destination->capacity;
  destination->manager.free_in_buffer = capacity - destination->capacity;
  destination->bytes = bytes;
  destination->capacity = capacity;
}

static void begin(j_compress_ptr cinfo) { grow(cinfo, 1 << 16); }

// Called when the buffer is full.
static boolean make_room(j_compress_ptr cinfo) {
  grow(cinfo, ((cjpeg_destination *)cinfo->dest)->capacity * 2);
  return TRUE;
}

static void end(j_compress_ptr cinfo) {
  cjpeg_destination *destination = (cjpeg_destination *)cinfo->dest;
  destination->count = destination->capacity - destination->manager.free_in_buffer;
}

struct jpeg_destination_mgr *cjpeg_destination_prepare(cjpeg_destination *destination) {
  destination->manager.init_destination = begin;
  destination->manager.empty_output_buffer = make_room;
  destination->manager.term_destination = end;
  return &destination->manager;
}
