#include "reader.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

typedef atomic_int_least64_t counter;

// The memory record of a frame, shared by all references to the frame and released with the last.
typedef struct token {
  AVBufferRef *memory;
  int64_t byte_count;
} token;

// The assumed number of frames in decoders that allocate their own memory: AV1 and VP9 have eight reference frames,
// plus frames in progress.
static const int64_t most_foreign_frames = 10;

static counter *counter_of(const AVBufferRef *memory) { return (counter *)memory->data; }

static void release_token(void *opaque, uint8_t *data) {
  (void)opaque;
  token *held = (token *)data;
  atomic_fetch_sub(counter_of(held->memory), held->byte_count);
  lav.av_buffer_unref(&held->memory);
  free(held);
}

static int64_t byte_count_of(const AVFrame *frame) {
  int64_t sum = 0;
  for (int index = 0; index < AV_NUM_DATA_POINTERS; index++) {
    if (frame->buf[index]) sum += (int64_t)frame->buf[index]->size;
  }
  return sum;
}

static bool is_within_bound(const cffmpeg_reader *reader, const AVFrame *frame, int64_t byte_count) {
  const cffmpeg_reader_options *options = &reader->options;
  if (options->maximum_byte_count <= 0) return true;
  int64_t reserved = (int64_t)frame->width * frame->height * options->reserved_bytes_per_pixel;
  return byte_count <= options->maximum_byte_count - reserved;
}

static int get_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  cffmpeg_reader *reader = context->opaque;
  int error = lav.avcodec_default_get_buffer2(context, frame, flags);
  if (error < 0) return error;
  token *held = calloc(1, sizeof *held);
  if (!held) return AVERROR(ENOMEM);
  held->memory = lav.av_buffer_ref(reader->memory);
  AVBufferRef *owner =
      held->memory ? lav.av_buffer_create((uint8_t *)held, sizeof *held, release_token, NULL, 0) : NULL;
  if (!owner) {
    lav.av_buffer_unref(&held->memory);
    free(held);
    return AVERROR(ENOMEM);
  }
  frame->opaque_ref = owner;
  held->byte_count = byte_count_of(frame);
  int64_t before = atomic_fetch_add(counter_of(reader->memory), held->byte_count);
  if (is_within_bound(reader, frame, before + held->byte_count)) return 0;
  reader->is_beyond_memory = true;
  return AVERROR(ENOMEM);
}

bool cffmpeg_count_memory(cffmpeg_reader *reader) {
  reader->memory = lav.av_buffer_allocz(sizeof(counter));
  reader->decoder->opaque = reader;
  reader->decoder->get_buffer2 = get_buffer;
#if LIBAVCODEC_VERSION_MAJOR < 60
  // FFmpeg 6 and newer always call get_buffer2 from the decoding thread.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  reader->decoder->thread_safe_callbacks = 1;
#pragma clang diagnostic pop
#endif
  return reader->memory != NULL;
}

void cffmpeg_check_frame_memory(cffmpeg_reader *reader, const AVFrame *frame) {
  if (frame->opaque_ref) return;
  if (!is_within_bound(reader, frame, byte_count_of(frame) * most_foreign_frames)) reader->is_beyond_memory = true;
}

bool cffmpeg_fail_beyond_memory(const cffmpeg_reader *reader, cffmpeg_failure *failure) {
  char message[128];
  snprintf(
      message, sizeof message, "frames exceed the limit of %" PRId64 " MB of memory",
      reader->options.maximum_byte_count / 1000000);
  return cffmpeg_fail_with_message(failure, CFFMPEG_TOO_LARGE, message);
}
