#include "container.h"

#include <stdlib.h>
#include <string.h>

#include "allowed.h"
#include "failure.h"
#include "network.h"
#include "plausibility.h"

// A movie can name other files and addresses; those of strangers must not make anybody open them.
static int open_nothing(
    AVFormatContext *container, AVIOContext **context, const char *url, int flags, AVDictionary **options) {
  (void)container, (void)context, (void)url, (void)flags, (void)options;
  return AVERROR(EPERM);
}

// What the file is, before anything is parsed of it.
static const AVInputFormat *probe(cffmpeg_reader *reader, cffmpeg_failure *failure) {
  const AVInputFormat *format = NULL;
  int error = lav.av_probe_input_buffer2(reader->input.context, &format, "", NULL, 0, 0);
  if (error < 0) {
    cffmpeg_reader_fail(reader, CFFMPEG_UNKNOWN_FORMAT, error, failure);
  } else if (!cffmpeg_allows_format(format, reader->options.is_sound)) {
    cffmpeg_fail_saying(failure, CFFMPEG_REFUSED_FORMAT, format->name);
  } else {
    return format;
  }
  return NULL;
}

static bool open_format(cffmpeg_reader *reader, cffmpeg_failure *failure) {
  if (reader->input.source.address) return cffmpeg_network_open(reader, failure);
  const AVInputFormat *format = probe(reader, failure);
  if (!format) return false;
  AVDictionary *bounds = cffmpeg_container_options(reader->options.is_sound);
  reader->container = lav.avformat_alloc_context();
  if (!bounds || !reader->container) {
    lav.av_dict_free(&bounds);
    return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  }
  reader->container->pb = reader->input.context;
  reader->container->flags |= AVFMT_FLAG_CUSTOM_IO;
  reader->container->io_open = open_nothing;
  reader->container->interrupt_callback = (AVIOInterruptCB){cffmpeg_input_is_cancelled, &reader->input};
  int error = lav.avformat_open_input(&reader->container, "", format, &bounds);
  lav.av_dict_free(&bounds);
  return error >= 0 || cffmpeg_reader_fail(reader, CFFMPEG_UNKNOWN_FORMAT, error, failure);
}

// How large pictures are, as the container says it.
typedef struct size {
  int width, height;
} size;

// Decoders that may not decode what they are asked about forget how large it is; the one that decodes it wants to know.
static void restore_size(AVCodecParameters *parameters, size size) {
  if (parameters->codec_type != AVMEDIA_TYPE_VIDEO || parameters->width > 0) return;
  parameters->width = size.width;
  parameters->height = size.height;
}

// Decodes as much as it takes to know what the streams are, with decoders that are gone then.
static bool find_streams(cffmpeg_reader *reader, cffmpeg_failure *failure) {
  int64_t most_pixels = cffmpeg_most_pixels_to_probe(reader);
  unsigned count = reader->container->nb_streams;
  AVDictionary **options = calloc(count ? count : 1, sizeof *options);
  size *sizes = calloc(count ? count : 1, sizeof *sizes);
  if (!options || !sizes) {
    free(options), free(sizes);
    return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  }
  for (unsigned index = 0; index < count; index++) {
    const AVCodecParameters *parameters = reader->container->streams[index]->codecpar;
    sizes[index] = (size){parameters->width, parameters->height};
    lav.av_dict_set_int(&options[index], "max_pixels", most_pixels, 0);
  }
  int error = lav.avformat_find_stream_info(reader->container, options);
  for (unsigned index = 0; index < count; index++) {
    lav.av_dict_free(&options[index]);
    restore_size(reader->container->streams[index]->codecpar, sizes[index]);
  }
  free(options), free(sizes);
  if (error < 0 && reader->is_live) return cffmpeg_network_fail(reader, error, failure);
  return error >= 0 || cffmpeg_reader_fail(reader, CFFMPEG_DAMAGED, error, failure);
}

// Of an icon in several sizes, each is a stream.
static int find_stream(const cffmpeg_reader *reader) {
  if (strcmp(reader->container->iformat->name, "ico") != 0) {
    return lav.av_find_best_stream(reader->container, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
  }
  return reader->options.page < (int)reader->container->nb_streams ? reader->options.page : -1;
}

static bool choose_stream(cffmpeg_reader *reader, cffmpeg_failure *failure) {
  const bool is_sound = reader->options.is_sound;
  int index =
      is_sound ? lav.av_find_best_stream(reader->container, AVMEDIA_TYPE_AUDIO, -1, -1, NULL, 0) : find_stream(reader);
  // The cover of a song is no movie.
  if (index < 0 || reader->container->streams[index]->disposition & AV_DISPOSITION_ATTACHED_PIC) {
    const cffmpeg_code code = is_sound ? CFFMPEG_NO_SOUND : CFFMPEG_NO_VIDEO;
    return cffmpeg_fail_saying(failure, code, reader->container->iformat->name);
  }
  cffmpeg_timeline_choose_companion(reader);
  for (unsigned other = 0; other < reader->container->nb_streams; other++) {
    if ((int)other == index || (int)other == reader->timeline.companion) continue;
    reader->container->streams[other]->discard = AVDISCARD_ALL;
  }
  reader->stream = reader->container->streams[index];
  const AVCodecParameters *parameters = reader->stream->codecpar;
  if (cffmpeg_stream_is_encrypted(reader, reader->stream)) return cffmpeg_fail_saying(failure, CFFMPEG_ENCRYPTED, "");
  if (is_sound) return true;
  return (int64_t)parameters->width * parameters->height <= cffmpeg_most_pixels(reader)
      || cffmpeg_fail_too_large(reader, parameters->width, parameters->height, failure);
}

bool cffmpeg_container_open(cffmpeg_reader *reader, cffmpeg_failure *failure) {
  return open_format(reader, failure) && find_streams(reader, failure) && choose_stream(reader, failure);
}
