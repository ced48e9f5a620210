#include "plausibility.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "failure.h"

// What is no larger passes, so that something is left of a picture that breaks off.
static const int64_t small_pixel_count = 1 << 24;

// Frames that others are decoded from, the most that H.264 and HEVC have, and those on their way.
static const int most_frames = 18;

static const char *container_of(const cffmpeg_reader *reader) { return reader->container->iformat->name; }

static bool is_animation(const char *container) { return !strcmp(container, "gif") || !strcmp(container, "apng"); }

static bool is_still(const char *container) {
  if (!strcmp(container, "ico")) return true;
  const size_t length = strlen(container), ending = strlen("_pipe");
  return length > ending && !strcmp(container + length - ending, "_pipe");
}

// How many pixels a byte of a picture file can stand for; 0 for movies, where a frame can repeat another.
static int64_t most_pixels_per_byte(const char *container) {
  // LZW: a code has at most 12 bits and stands for no more pixels than there are codes.
  if (!strcmp(container, "gif")) return 1 << 12;
  // Deflate makes 1032 bytes of one, of eight pixels at the most.
  if (!strcmp(container, "apng") || !strcmp(container, "png_pipe")) return (int64_t)1032 * 8;
  // A blank page takes a bit a row as a fax, and next to nothing as WebP; no picture of anything comes near this.
  return is_still(container) ? 1 << 18 : 0;
}

// What a picture's decoder and what is made of it take for each pixel, in bytes, as measured; its file is left out.
static int bytes_per_still_pixel(const char *container) {
  static const struct {
    const char *container;
    int byte_count;
  } costs[] = {
      {"jpegxl_pipe", 64}, {"j2k_pipe", 32}, {"exr_pipe", 32}, {"png_pipe", 20},
      {"apng", 20},        {"psd_pipe", 20}, {"dpx_pipe", 20},
  };
  for (size_t index = 0; index < sizeof costs / sizeof *costs; index++) {
    if (!strcmp(container, costs[index].container)) return costs[index].byte_count;
  }
  return 16;
}

// What the memory is enough for; that of movies is counted.
static int64_t most_pixels_in_memory(const cffmpeg_reader *reader) {
  const int64_t memory = reader->options.maximum_byte_count;
  const char *container = container_of(reader);
  if (memory <= 0 || (!is_still(container) && !is_animation(container))) return INT64_MAX;
  // The file is read whole, and once more by what takes it apart.
  const int64_t left = memory - 2 * reader->input.source.byte_count;
  return left > 0 ? left / bytes_per_still_pixel(container) : 0;
}

int64_t cffmpeg_most_pixels(const cffmpeg_reader *reader) {
  int64_t most = reader->options.maximum_pixel_count, plausible;
  const int64_t in_memory = most_pixels_in_memory(reader);
  if (in_memory < most) most = in_memory;
  const int64_t ratio = most_pixels_per_byte(container_of(reader));
  if (ratio == 0 || __builtin_mul_overflow(reader->input.source.byte_count, ratio, &plausible)) return most;
  if (plausible < small_pixel_count) plausible = small_pixel_count;
  return plausible < most ? plausible : most;
}

int64_t cffmpeg_most_pixels_to_probe(const cffmpeg_reader *reader) {
  const int64_t most = cffmpeg_most_pixels(reader), memory = reader->options.maximum_byte_count;
  const char *container = container_of(reader);
  if (memory <= 0 || is_still(container) || is_animation(container)) return most;
  // Three components of two bytes; what is larger shows what it is when it is decoded.
  const int64_t in_memory = memory / ((int64_t)most_frames * 6);
  return in_memory < most ? in_memory : most;
}

int cffmpeg_bytes_per_pixel(const cffmpeg_reader *reader) {
  const char *container = container_of(reader);
  if (is_still(container) || is_animation(container)) return bytes_per_still_pixel(container);
  const AVPixFmtDescriptor *layout = lav.av_pix_fmt_desc_get(reader->stream->codecpar->format);
  const int bits = layout ? lav.av_get_padded_bits_per_pixel(layout) : 0;
  return (most_frames * (bits > 0 ? bits : 48) + 7) / 8;
}

bool cffmpeg_is_plausible_work(const cffmpeg_reader *reader, int64_t pixel_count) {
  // Half a minute of full HD is free; recordings of a screen have some thousand pixels a byte.
  const int64_t free_pixel_count = (int64_t)1 << 29, pixels_per_byte = 1 << 13;
  int64_t most;
  if (!is_animation(container_of(reader))
      || __builtin_mul_overflow(reader->input.source.byte_count, pixels_per_byte, &most)
      || __builtin_add_overflow(most, free_pixel_count, &most)) {
    return true;
  }
  return pixel_count <= most;
}

bool cffmpeg_fail_too_large(const cffmpeg_reader *reader, int width, int height, cffmpeg_failure *failure) {
  char message[160];
  const int64_t limit = reader->options.maximum_pixel_count, pixel_count = (int64_t)width * height;
  if (pixel_count <= limit && pixel_count <= most_pixels_in_memory(reader)) {
    snprintf(
        message, sizeof message, "%d×%d pixels can't be in %" PRId64 " bytes", width, height,
        reader->input.source.byte_count);
    return cffmpeg_fail_saying(failure, CFFMPEG_DAMAGED, message);
  }
  if (pixel_count <= limit) {
    snprintf(
        message, sizeof message, "%d×%d pixels of this kind take more than the limit of %" PRId64 " MB of memory",
        width, height, reader->options.maximum_byte_count / 1000000);
  } else {
    snprintf(message, sizeof message, "%d×%d are more than the limit of %" PRId64 " pixels", width, height, limit);
  }
  return cffmpeg_fail_saying(failure, CFFMPEG_TOO_LARGE, message);
}
