#include "reader.h"

#include <string.h>

static void start(void *context) {
  j_decompress_ptr library = &((cjpeg_reader *)context)->library;
  library->out_color_space = library->jpeg_color_space;
  library->raw_data_out = TRUE;
  library->dct_method = JDCT_ISLOW;
  jpeg_start_decompress(library);
}

cjpeg_status cjpeg_start_planes(cjpeg_reader *reader, cjpeg_plane planes[4]) {
  cjpeg_status status = cjpeg_error_trap_run(&reader->fence, start, reader);
  if (status != CJPEG_OK) return status;
  for (int i = 0; i < reader->library.num_components && i < 4; i++) {
    planes[i].width = reader->library.comp_info[i].downsampled_width;
    planes[i].height = reader->library.comp_info[i].downsampled_height;
  }
  return CJPEG_OK;
}

typedef struct {
  cjpeg_reader *reader;
  const cjpeg_plane *planes;
} planes_call;

// libjpeg writes whole blocks, beyond the right and the lower edge. It writes them to strips, from which the picture is
// copied.
static void copy_strip(j_decompress_ptr library, JSAMPARRAY *strips, const cjpeg_plane *planes, size_t strip) {
  for (int i = 0; i < library->num_components; i++) {
    const size_t rows = (size_t)library->comp_info[i].v_samp_factor * DCTSIZE;
    for (size_t row = 0; row < rows && strip * rows + row < planes[i].height; row++) {
      uint8_t *target = planes[i].samples + (strip * rows + row) * planes[i].bytes_per_row;
      memcpy(target, strips[i][row], planes[i].width);
    }
  }
}

static void read_planes(void *context) {
  const planes_call *call = context;
  j_decompress_ptr library = &call->reader->library;
  JSAMPARRAY strips[MAX_COMPONENTS];
  for (int i = 0; i < library->num_components; i++) {
    const jpeg_component_info *component = &library->comp_info[i];
    strips[i] = library->mem->alloc_sarray(
        (j_common_ptr)library, JPOOL_IMAGE, component->width_in_blocks * DCTSIZE,
        (JDIMENSION)component->v_samp_factor * DCTSIZE);
  }
  const JDIMENSION rows = (JDIMENSION)library->max_v_samp_factor * DCTSIZE;
  for (size_t strip = 0; library->output_scanline < library->output_height; strip++) {
    if (jpeg_read_raw_data(library, strips, rows) == 0) return;
    copy_strip(library, strips, call->planes, strip);
  }
}

cjpeg_status cjpeg_read_planes(cjpeg_reader *reader, const cjpeg_plane *planes) {
  planes_call call = {reader, planes};
  return cjpeg_error_trap_run(&reader->fence, read_planes, &call);
}
