#include "reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Smaller images are always allowed, so that truncated files can be decoded partially.
static const int64_t small_pixel_count = 1 << 24;

// The maximum of 16 reference frames in H.264 and HEVC, plus frames in progress.
static const int most_frames = 18;

static const char *container_of(const cffmpeg_reader *reader) { return reader->container->iformat->name; }

static bool is_animation(const char *container) { return !strcmp(container, "gif") || !strcmp(container, "apng"); }

static bool is_still(const char *container) {
  if (!strcmp(container, "ico")) return true;
  const size_t length = strlen(container), ending = strlen("_pipe");
  return length > ending && !strcmp(container + length - ending, "_pipe");
}

// Returns the maximum pixels per byte of an image file; 0 for movies, in which frames can repeat.
static int64_t most_pixels_per_byte(const char *container) {
  // LZW: a code of at most 12 bits represents at most as many pixels as codes exist.
  if (!strcmp(container, "gif")) return 1 << 12;
  // Deflate expands by at most 1032, with at most eight pixels per byte.
  if (!strcmp(container, "apng") || !strcmp(container, "png_pipe")) return (int64_t)1032 * 8;
  // Blank pages compress extremely well as fax or WebP, but no real image comes near this ratio.
  return is_still(container) ? 1 << 18 : 0;
}

// Returns the measured memory of an image's decoding and conversion in bytes per pixel, without the file itself.
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

// Returns the maximum pixels for the memory limit; the memory of movies is counted instead.
static int64_t most_pixels_in_memory(const cffmpeg_reader *reader) {
  const int64_t memory = reader->options.maximum_byte_count;
  const char *container = container_of(reader);
  if (memory <= 0 || (!is_still(container) && !is_animation(container))) return INT64_MAX;
  // Both the reader and the demuxer hold the complete file.
  const int64_t left = memory - 2 * reader->input.source.byte_count;
  return left > 0 ? left / bytes_per_still_pixel(container) : 0;
}

int64_t cffmpeg_maximum_pixel_count(const cffmpeg_reader *reader) {
  int64_t most = reader->options.maximum_pixel_count, plausible;
  const int64_t in_memory = most_pixels_in_memory(reader);
  if (in_memory < most) most = in_memory;
  const int64_t ratio = most_pixels_per_byte(container_of(reader));
  if (ratio == 0 || __builtin_mul_overflow(reader->input.source.byte_count, ratio, &plausible)) return most;
  if (plausible < small_pixel_count) plausible = small_pixel_count;
  return plausible < most ? plausible : most;
}

int64_t cffmpeg_maximum_probed_pixel_count(const cffmpeg_reader *reader) {
  const int64_t most = cffmpeg_maximum_pixel_count(reader), memory = reader->options.maximum_byte_count;
  const char *container = container_of(reader);
  if (memory <= 0 || is_still(container) || is_animation(container)) return most;
  // Assume three components of two bytes. Larger pixels are detected during decoding.
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
  // 30 s of full HD are always allowed; screen recordings have some thousand pixels per byte.
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
        message, sizeof message, "%d×%d pixels are not possible in %" PRId64 " bytes", width, height,
        reader->input.source.byte_count);
    return cffmpeg_fail_with_message(failure, CFFMPEG_DAMAGED, message);
  }
  if (pixel_count <= limit) {
    snprintf(
        message, sizeof message, "%d×%d pixels in this format exceed the limit of %" PRId64 " MB of memory", width,
        height, reader->options.maximum_byte_count / 1000000);
  } else {
    snprintf(message, sizeof message, "%d×%d exceeds the limit of %" PRId64 " pixels", width, height, limit);
  }
  return cffmpeg_fail_with_message(failure, CFFMPEG_TOO_LARGE, message);
}
