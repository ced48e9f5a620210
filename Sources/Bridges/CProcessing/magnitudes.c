#include "lines.h"

INLINED void cprocessing_count_magnitudes_plain(
    cprocessing_source source, size_t width, size_t height, bool source_is_luma, cprocessing_kernel kernel,
    size_t row_step, size_t column_step, uint32_t counts[CPROCESSING_MAGNITUDES], void *scratch) {
  lines lines = lines_in(scratch, width);
  for (size_t y = (row_step < height ? row_step : height - 1) / 2; y < height; y += row_step) {
    const uint8_t *row = source.bytes + y * source.stride;
    read_luma(y > 0 ? row - source.stride : row, lines.luma[0], width, source_is_luma);
    read_luma(row, lines.luma[1], width, source_is_luma);
    read_luma(y + 1 < height ? row + source.stride : row, lines.luma[2], width, source_is_luma);
    measure_edges(lines.luma[0], lines.luma[1], lines.luma[2], lines.magnitudes, width, kernel);
    for (size_t x = column_step / 2; x < width; x += column_step) counts[lines.magnitudes[x]]++;
  }
}

CLONES void cprocessing_count_magnitudes(
    cprocessing_source source, size_t width, size_t height, bool source_is_luma, cprocessing_kernel kernel,
    size_t row_step, size_t column_step, uint32_t counts[CPROCESSING_MAGNITUDES], void *scratch) {
  cprocessing_count_magnitudes_plain(
      source, width, height, source_is_luma, kernel, row_step, column_step, counts, scratch);
}
