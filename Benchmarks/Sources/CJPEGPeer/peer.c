#include "CJPEGPeer.h"

#include <stdio.h>

#include <jpeglib.h>

void jpeg_peer_decode(const uint8_t *bytes, size_t count, bool to_luma, uint8_t *pixels) {
  struct jpeg_decompress_struct library;
  struct jpeg_error_mgr errors;
  library.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&library);
  jpeg_mem_src(&library, bytes, count);
  jpeg_read_header(&library, TRUE);
  library.out_color_space = to_luma ? JCS_GRAYSCALE : JCS_EXT_BGRA;
  jpeg_start_decompress(&library);
  const size_t bytes_per_row = (size_t)library.output_width * (size_t)library.output_components;
  while (library.output_scanline < library.output_height) {
    JSAMPROW row = pixels + library.output_scanline * bytes_per_row;
    jpeg_read_scanlines(&library, &row, 1);
  }
  jpeg_finish_decompress(&library);
  jpeg_destroy_decompress(&library);
}
