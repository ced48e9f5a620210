#include "plausibility.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "failure.h"

// What is no larger passes, so that something is left of a picture that breaks off.
static const int64_t small_pixel_count = 1 << 24;

// How many pixels a byte of a picture file can stand for; 0 for movies, where a frame can repeat another.
static int64_t most_pixels_per_byte(const char *container) {
  // LZW: a code has at most 12 bits and stands for no more pixels than there are codes.
  if (!strcmp(container, "gif")) return 1 << 12;
  // Deflate makes 1032 bytes of one, of eight pixels at the most.
  if (!strcmp(container, "apng") || !strcmp(container, "png_pipe")) return 1032 * 8;
  // A blank page takes a bit a row as a fax, and next to nothing as WebP; no picture of anything comes near this.
  const size_t length = strlen(container), ending = strlen("_pipe");
  return length > ending && !strcmp(container + length - ending, "_pipe") ? 1 << 18 : 0;
}

int64_t cffmpeg_most_pixels(const cffmpeg_reader *reader, int64_t limit) {
  const int64_t ratio = most_pixels_per_byte(reader->container->iformat->name);
  int64_t plausible;
  if (ratio == 0 || __builtin_mul_overflow(reader->input.source.byte_count, ratio, &plausible)) return limit;
  if (plausible < small_pixel_count) plausible = small_pixel_count;
  return plausible < limit ? plausible : limit;
}

bool cffmpeg_fail_too_large(
  const cffmpeg_reader *reader, int width, int height, int64_t limit, cffmpeg_failure *failure
) {
  char message[128];
  if ((int64_t)width * height <= limit) {
    snprintf(
      message, sizeof message, "%d×%d pixels can't be in %" PRId64 " bytes", width, height,
      reader->input.source.byte_count);
    return cffmpeg_fail_saying(failure, CFFMPEG_DAMAGED, message);
  }
  snprintf(
    message, sizeof message, "%d×%d are more than the limit of %" PRId64 " pixels", width, height, limit);
  return cffmpeg_fail_saying(failure, CFFMPEG_TOO_LARGE, message);
}
