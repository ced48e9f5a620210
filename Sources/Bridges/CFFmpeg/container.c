#include "reader.h"

#include <stdlib.h>
#include <string.h>

#include "allowed.h"

const uint8_t *cffmpeg_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if HAS_CODED_SIDE_DATA
  const AVPacketSideData *data =
      lav.av_packet_side_data_get(stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  *size = data ? data->size : 0;
  return data ? data->data : NULL;
#else
  return lav.av_stream_get_side_data(stream, type, size);
#endif
}

bool cffmpeg_stream_is_encrypted(const cffmpeg_reader *reader, const AVStream *stream) {
  switch (stream->codecpar->codec_tag) {
    // Common encryption, and the encryption of Apple's store.
    case MKTAG('e', 'n', 'c', 'v'):
    case MKTAG('e', 'n', 'c', 'a'):
    case MKTAG('d', 'r', 'm', 'i'):
    case MKTAG('d', 'r', 'm', 's'): return true;
    default: break;
  }
  // MP4 files can contain keys for streams that are not encrypted.
  size_t size = 0;
  return !strcmp(reader->container->iformat->name, "matroska,webm")
      && cffmpeg_stream_side_data(stream, AV_PKT_DATA_ENCRYPTION_INIT_INFO, &size);
}

// Rejects all files and addresses that an untrusted movie refers to.
static int open_nothing(
    AVFormatContext *container, AVIOContext **context, const char *url, int flags, AVDictionary **options) {
  (void)container, (void)context, (void)url, (void)flags, (void)options;
  return AVERROR(EPERM);
}

// Whether the file is a playlist of HLS, which FFmpeg 7.1 and later only detect by the ending of its name.
static bool is_playlist(AVIOContext *input) {
  static const char beginning[] = "#EXTM3U";
  unsigned char head[sizeof beginning - 1];
  return lav.avio_seek(input, 0, SEEK_SET) == 0 && lav.avio_read(input, head, sizeof head) == sizeof head
      && memcmp(head, beginning, sizeof head) == 0;
}

// Detects the file format before any parsing.
static const AVInputFormat *probe(cffmpeg_reader *reader, cffmpeg_failure *failure) {
  const AVInputFormat *format = NULL;
  int error = lav.av_probe_input_buffer2(reader->input.context, &format, "", NULL, 0, 0);
  if (error < 0 && is_playlist(reader->input.context)) {
    cffmpeg_fail_with_message(failure, CFFMPEG_REFUSED_FORMAT, "hls");
  } else if (error < 0) {
    cffmpeg_input_fail(&reader->input, CFFMPEG_UNKNOWN_FORMAT, error, failure);
  } else if (!cffmpeg_allows_format(format, reader->options.is_sound)) {
    cffmpeg_fail_with_message(failure, CFFMPEG_REFUSED_FORMAT, format->name);
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
  reader->input.has_header = error >= 0;
  return error >= 0 || cffmpeg_input_fail(&reader->input, CFFMPEG_UNKNOWN_FORMAT, error, failure);
}

// The frame size in the container.
typedef struct size {
  int width, height;
} size;

// Restores the frame size, because probing with forbidden decoders clears it, and some decoders require it.
static void restore_size(AVCodecParameters *parameters, size size) {
  if (parameters->codec_type != AVMEDIA_TYPE_VIDEO || parameters->width > 0) return;
  parameters->width = size.width;
  parameters->height = size.height;
}

// Decodes as much as necessary to identify the streams, with temporary decoders.
static bool find_streams(cffmpeg_reader *reader, cffmpeg_failure *failure) {
  int64_t most_pixels = cffmpeg_maximum_probed_pixel_count(reader);
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
  // After an interruption, the connection fails at each read.
  const bool is_over = error < 0 || reader->input.is_late;
  if (is_over && reader->is_live) return cffmpeg_network_fail(reader, error, failure);
  return error >= 0 || cffmpeg_input_fail(&reader->input, CFFMPEG_DAMAGED, error, failure);
}

// Returns the video stream; an icon has one stream per image size.
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
  // The cover image of a song is not a video.
  if (index < 0 || reader->container->streams[index]->disposition & AV_DISPOSITION_ATTACHED_PIC) {
    const cffmpeg_code code = is_sound ? CFFMPEG_NO_SOUND : CFFMPEG_NO_VIDEO;
    return cffmpeg_fail_with_message(failure, code, reader->container->iformat->name);
  }
  cffmpeg_timeline_choose_companion(reader);
  for (unsigned other = 0; other < reader->container->nb_streams; other++) {
    if ((int)other == index || (int)other == reader->timeline.companion) continue;
    reader->container->streams[other]->discard = AVDISCARD_ALL;
  }
  reader->stream = reader->container->streams[index];
  const AVCodecParameters *parameters = reader->stream->codecpar;
  if (cffmpeg_stream_is_encrypted(reader, reader->stream))
    return cffmpeg_fail_with_message(failure, CFFMPEG_ENCRYPTED, "");
  if (is_sound) return true;
  return (int64_t)parameters->width * parameters->height <= cffmpeg_maximum_pixel_count(reader)
      || cffmpeg_fail_too_large(reader, parameters->width, parameters->height, failure);
}

bool cffmpeg_container_open(cffmpeg_reader *reader, cffmpeg_failure *failure) {
  return open_format(reader, failure) && find_streams(reader, failure) && choose_stream(reader, failure);
}
