#include "CJPEGPeer.h"

#include <stdio.h>

#include <jpeglib.h>
#include <turbojpeg.h>

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

// The handles of the TurboJPEG API, which a program keeps.
static tjhandle decoder(void) {
  static tjhandle handle;
  if (!handle) handle = tjInitDecompress();
  return handle;
}

static tjhandle encoder(void) {
  static tjhandle handle;
  if (!handle) handle = tjInitCompress();
  return handle;
}

bool turbojpeg_peer_decode(const uint8_t *bytes, size_t count, bool to_luma, uint8_t *pixels) {
  const int format = to_luma ? TJPF_GRAY : TJPF_BGRA;
  return tjDecompress2(decoder(), bytes, count, pixels, 0, 0, 0, format, TJFLAG_STOPONWARNING) == 0;
}

bool turbojpeg_peer_decode_planes(const uint8_t *bytes, size_t count, uint8_t *pixels) {
  int width, height, sampling, space;
  if (tjDecompressHeader3(decoder(), bytes, count, &width, &height, &sampling, &space) != 0) return false;
  uint8_t *planes[3] = {pixels};
  for (int i = 1; i < 3; i++) planes[i] = planes[i - 1] + tjPlaneSizeYUV(i - 1, width, 0, height, sampling);
  return tjDecompressToYUVPlanes(decoder(), bytes, count, planes, 0, NULL, 0, TJFLAG_STOPONWARNING) == 0;
}

size_t turbojpeg_peer_encode(const uint8_t *pixels, size_t bytes_per_row, int width, int height, int quality) {
  uint8_t *output = NULL;
  unsigned long count = 0;
  const int result = tjCompress2(
      encoder(), pixels, width, (int)bytes_per_row, height, TJPF_BGRA, &output, &count, TJSAMP_420, quality, 0);
  tjFree(output);
  return result == 0 ? count : 0;
}
