#include "reader.h"

#include <stdlib.h>
#include <string.h>

// Pictures have at most a dozen scans. Thousands of empty scans would only occupy the decoder.
enum { most_scans = 500 };

// The work of a scan is the number of its blocks. A scan can cover all blocks with no more bytes than its header, so
// the file size alone doesn't limit the time for decoding. Usual progressive pictures take about six passes, the
// longest known ones over twelve. Further passes must be backed by bytes of the file.
enum { free_passes = 16, blocks_per_byte = 32 };

// The number of calls between two checks of `is_over`, which reads a clock.
enum { steps_between_checks = 16 };

// Called by libjpeg for each row of blocks.
static void watch_scans(j_common_ptr cinfo) {
  j_decompress_ptr library = (j_decompress_ptr)cinfo;
  cjpeg_reader *reader = library->client_data;
  if (reader->is_over && ++reader->steps % steps_between_checks == 0 && reader->is_over()) {
    cjpeg_error_trap_fail(&reader->fence, CJPEG_STOPPED, "the work was stopped");
  }
  if (library->input_scan_number == reader->last_scan) return;
  reader->last_scan = library->input_scan_number;
  if (reader->last_scan > most_scans) {
    cjpeg_error_trap_fail(&reader->fence, CJPEG_CORRUPT, "more than 500 scans");
  }
  reader->work += (uint64_t)library->MCUs_per_row * library->MCU_rows_in_scan * (uint64_t)library->blocks_in_MCU;
  if (reader->work > reader->work_limit) {
    cjpeg_error_trap_fail(&reader->fence, CJPEG_CORRUPT, "too many scans for the size of the file");
  }
}

static void create(void *context) {
  cjpeg_reader *reader = context;
  jpeg_create_decompress(&reader->library);
  reader->library.client_data = reader;
  reader->progress.progress_monitor = watch_scans;
  reader->library.progress = &reader->progress;
  jpeg_mem_src(&reader->library, reader->bytes, reader->count);
}

cjpeg_reader *cjpeg_reader_create(const uint8_t *bytes, size_t count, bool stops_at_damage) {
  cjpeg_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  reader->fence.stops_at_damage = stops_at_damage;
  reader->library.err = cjpeg_error_trap_init(&reader->fence);
  return reader;
}

void cjpeg_reader_destroy(cjpeg_reader *reader) {
  if (!reader) return;
  jpeg_destroy_decompress(&reader->library);
  free(reader);
}

void cjpeg_reader_set_stop_callback(cjpeg_reader *reader, bool (*is_over)(void)) { reader->is_over = is_over; }

static cjpeg_colour colour_of(const struct jpeg_decompress_struct *library) {
  switch (library->jpeg_color_space) {
    case JCS_GRAYSCALE: return CJPEG_COLOUR_GREY;
    case JCS_YCbCr: return CJPEG_COLOUR_YCC;
    default: return CJPEG_COLOUR_OTHER;
  }
}

// Returns the number of blocks of 8 by 8 samples that libjpeg allocates memory for.
static uint64_t count_blocks(const struct jpeg_decompress_struct *library) {
  uint64_t blocks = 0;
  for (int i = 0; i < library->num_components; i++) {
    const jpeg_component_info *component = &library->comp_info[i];
    const uint64_t across = (uint64_t)component->h_samp_factor, down = (uint64_t)component->v_samp_factor;
    blocks += (component->width_in_blocks + across - 1) / across * across
            * ((component->height_in_blocks + down - 1) / down * down);
  }
  return blocks;
}

// Returns the fewest bytes of the entropy-coded data.
//
// Each block needs at least one bit for its mean, and one for its end unless that is in a separate scan.
//
// Arithmetic coding has almost no lower bound: a decision that is always the same takes as little as 1/45,000 bit
// (ITU-T T.81, table D.3: Qe = 1 of 65536). In photographs no two blocks are equal, so that each takes whole bits. The
// bound of 1/64 bit per block is far below all real pictures.
static uint64_t minimum_byte_count(const struct jpeg_decompress_struct *library, uint64_t blocks) {
  if (library->arith_code) return blocks / 64 / 8;
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
  const uint64_t blocks = count_blocks(library);
  header->minimum_byte_count = minimum_byte_count(library, blocks);
  header->coefficient_byte_count = jpeg_has_multiple_scans(library) ? blocks * sizeof(JBLOCK) : 0;
  call->reader->work_limit = blocks * free_passes + (uint64_t)call->reader->count * blocks_per_byte;
}

cjpeg_status cjpeg_read_header(cjpeg_reader *reader, cjpeg_header *header) {
  memset(header, 0, sizeof *header);
  header_call call = {reader, header};
  return cjpeg_error_trap_run(&reader->fence, read_header, &call);
}

static void finish(void *context) { jpeg_finish_decompress(context); }

cjpeg_status cjpeg_finish(cjpeg_reader *reader) {
  return cjpeg_error_trap_run(&reader->fence, finish, &reader->library);
}

cjpeg_status cjpeg_damage(const cjpeg_reader *reader) { return reader->fence.damage; }

const char *cjpeg_reader_message(const cjpeg_reader *reader) { return reader->fence.message; }
