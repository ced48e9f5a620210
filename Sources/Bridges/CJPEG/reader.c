#include "reader.h"

#include <stdlib.h>
#include <string.h>

// A picture has a dozen scans at most; thousands of empty ones only keep the decoder busy.
enum { most_scans = 500 };

static void count_scans(j_common_ptr cinfo) {
  if (((j_decompress_ptr)cinfo)->input_scan_number > most_scans) {
    cjpeg_fence_fail((cjpeg_fence *)cinfo->err, CJPEG_CORRUPT, "it has more than 500 scans");
  }
}

static void create(void *context) {
  cjpeg_reader *reader = context;
  jpeg_create_decompress(&reader->library);
  reader->progress.progress_monitor = count_scans;
  reader->library.progress = &reader->progress;
  jpeg_mem_src(&reader->library, reader->bytes, reader->count);
}

cjpeg_reader *cjpeg_reader_create(const uint8_t *bytes, size_t count, bool stops_at_damage) {
  cjpeg_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  reader->fence.stops_at_damage = stops_at_damage;
  reader->library.err = cjpeg_fence_prepare(&reader->fence);
  return reader;
}

void cjpeg_reader_destroy(cjpeg_reader *reader) {
  if (!reader) return;
  jpeg_destroy_decompress(&reader->library);
  free(reader);
}

static cjpeg_colour colour_of(const struct jpeg_decompress_struct *library) {
  switch (library->jpeg_color_space) {
    case JCS_GRAYSCALE: return CJPEG_COLOUR_GREY;
    case JCS_YCbCr: return CJPEG_COLOUR_YCC;
    case JCS_RGB: return CJPEG_COLOUR_RGB;
    case JCS_CMYK: case JCS_YCCK: return CJPEG_COLOUR_CMYK;
    default: return CJPEG_COLOUR_OTHER;
  }
}

// Every block of 8 by 8 samples costs at least a bit for its mean and, unless that comes in scans of its own,
// one for its end. Arithmetic coding has no such bound.
static uint64_t least_byte_count(const struct jpeg_decompress_struct *library) {
  uint64_t blocks = 0;
  for (int i = 0; i < library->num_components; i++) {
    const jpeg_component_info *component = &library->comp_info[i];
    blocks += (uint64_t)component->width_in_blocks * component->height_in_blocks;
  }
  if (library->arith_code) return 0;
  return blocks * (library->progressive_mode ? 1 : 2) / 8;
}

typedef struct {
  cjpeg_reader *reader;
  cjpeg_header *header;
} header_call;

static void read_header(void *context) {
  const header_call *call = context;
  j_decompress_ptr library = &call->reader->library;
  create(call->reader);
  jpeg_read_header(library, TRUE);
  cjpeg_header *header = call->header;
  header->width = library->image_width;
  header->height = library->image_height;
  header->colour = colour_of(library);
  header->component_count = library->num_components;
  for (int i = 0; i < library->num_components && i < 4; i++) {
    header->horizontal[i] = library->comp_info[i].h_samp_factor;
    header->vertical[i] = library->comp_info[i].v_samp_factor;
  }
  header->least_byte_count = least_byte_count(library);
}

cjpeg_status cjpeg_read_header(cjpeg_reader *reader, cjpeg_header *header) {
  memset(header, 0, sizeof *header);
  header_call call = {reader, header};
  return cjpeg_fence_run(&reader->fence, read_header, &call);
}

static void finish(void *context) { jpeg_finish_decompress(context); }

cjpeg_status cjpeg_finish(cjpeg_reader *reader) {
  return cjpeg_fence_run(&reader->fence, finish, &reader->library);
}

cjpeg_status cjpeg_damage(const cjpeg_reader *reader) { return reader->fence.damage; }

const char *cjpeg_reader_message(const cjpeg_reader *reader) { return reader->fence.message; }
