#include "CPictureFixtures.h"

#include <stdio.h>

#include <jpeglib.h>

static J_COLOR_SPACE pixels_of(fixture_colour colour) {
  switch (colour) {
    case FIXTURE_GREY: return JCS_GRAYSCALE;
    case FIXTURE_YCC:
    case FIXTURE_RGB: return JCS_RGB;
    default: return JCS_CMYK;
  }
}

static J_COLOR_SPACE file_of(fixture_colour colour) {
  switch (colour) {
    case FIXTURE_GREY: return JCS_GRAYSCALE;
    case FIXTURE_YCC: return JCS_YCbCr;
    case FIXTURE_RGB: return JCS_RGB;
    case FIXTURE_CMYK: return JCS_CMYK;
    default: return JCS_YCCK;
  }
}

size_t fixture_write_jpeg(const fixture_jpeg *fixture, uint8_t **bytes) {
  struct jpeg_compress_struct library;
  struct jpeg_error_mgr errors;
  unsigned long count = 0;
  library.err = jpeg_std_error(&errors);
  jpeg_create_compress(&library);
  *bytes = NULL;
  jpeg_mem_dest(&library, bytes, &count);
  library.image_width = (JDIMENSION)fixture->width;
  library.image_height = (JDIMENSION)fixture->height;
  library.in_color_space = pixels_of(fixture->colour);
  library.input_components = fixture->colour == FIXTURE_GREY ? 1 : fixture->colour >= FIXTURE_CMYK ? 4 : 3;
  jpeg_set_defaults(&library);
  jpeg_set_colorspace(&library, file_of(fixture->colour));
  jpeg_set_quality(&library, 95, TRUE);
  for (int i = 0; i < library.num_components; i++) {
    library.comp_info[i].h_samp_factor = fixture->horizontal[i];
    library.comp_info[i].v_samp_factor = fixture->vertical[i];
  }
  if (fixture->is_progressive) jpeg_simple_progression(&library);
  if (fixture->lacks_adobe_marker) library.write_Adobe_marker = FALSE;
  library.arith_code = fixture->is_arithmetic;
  library.restart_interval = (unsigned)fixture->restart_interval;
  jpeg_start_compress(&library, TRUE);
  while (library.next_scanline < library.image_height) {
    JSAMPROW row = (JSAMPROW)(fixture->rows + library.next_scanline * fixture->bytes_per_row);
    jpeg_write_scanlines(&library, &row, 1);
  }
  jpeg_finish_compress(&library);
  jpeg_destroy_compress(&library);
  return count;
}
