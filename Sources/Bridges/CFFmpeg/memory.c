#include "reader.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CProcesses.h"

typedef atomic_int_least64_t counter;

// The memory record of a frame, shared by all references to the frame and released with the last.
typedef struct token {
  AVBufferRef *memory;
  int64_t byte_count;
  const cffmpeg_block *block;  // NULL if the memory cannot be shared
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

// ---- Memory that another process can map

static void release_block(void *opaque, uint8_t *start) {
  cffmpeg_block *block = opaque;
  munmap(start, block->count);
  close(block->file);
  free(block);
}

// Allocates a block of zeros, for an AVBufferPool.
static AVBufferRef *allocate_block(void *opaque, size_t count) {
  static _Atomic int64_t last_number;
  (void)opaque;
  cffmpeg_block *block = calloc(1, sizeof *block);
  if (!block) return NULL;
  block->file = csystem_create_memory("frame");
  const bool has_size = block->file >= 0 && csystem_fix_size(block->file, count) == 0;
  uint8_t *start = has_size ? mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, block->file, 0) : MAP_FAILED;
  block->number = atomic_fetch_add(&last_number, 1);
  block->start = start;
  block->count = count;
  AVBufferRef *buffer = start == MAP_FAILED ? NULL : lav.av_buffer_create(start, count, release_block, block, 0);
  if (buffer) return buffer;
  if (start != MAP_FAILED) munmap(start, count);
  if (block->file >= 0) close(block->file);
  free(block);
  return NULL;
}

// Determines the row lengths of a frame and the sizes of its planes, as FFmpeg's own allocation does.
static bool plan_planes(AVCodecContext *context, AVFrame *frame, size_t sizes[4]) {
  int width = frame->width, height = frame->height, alignments[AV_NUM_DATA_POINTERS];
  lav.avcodec_align_dimensions2(context, &width, &height, alignments);
  for (bool is_aligned = false; !is_aligned; width += width & ~(width - 1)) {
    if (lav.av_image_fill_linesizes(frame->linesize, frame->format, width) < 0) return false;
    is_aligned = true;
    for (int index = 0; index < 4; index++) is_aligned &= frame->linesize[index] % alignments[index] == 0;
  }
  const ptrdiff_t rows[4] = {frame->linesize[0], frame->linesize[1], frame->linesize[2], frame->linesize[3]};
  return lav.av_image_fill_plane_sizes(sizes, frame->format, height, rows) >= 0;
}

// Allocates a frame whose planes are all in one block.
static int get_block(cffmpeg_reader *reader, AVCodecContext *context, AVFrame *frame) {
  // Decoders access some bytes beyond the end of a plane.
  static const size_t alignment = 64, padding = 128;
  size_t sizes[4] = {0}, offsets[4] = {0}, count = 0;
  if (!plan_planes(context, frame, sizes)) return AVERROR(EINVAL);
  for (int index = 0; index < 4 && sizes[index]; index++) {
    offsets[index] = count;
    if (__builtin_add_overflow(count, sizes[index] + padding + alignment - 1, &count)) return AVERROR(EINVAL);
    count -= count % alignment;
  }
  if (!reader->blocks || reader->block_size != count) {
    lav.av_buffer_pool_uninit(&reader->blocks);
    reader->blocks = lav.av_buffer_pool_init2(count, NULL, allocate_block, NULL);
    reader->block_size = count;
  }
  frame->buf[0] = reader->blocks ? lav.av_buffer_pool_get(reader->blocks) : NULL;
  if (!frame->buf[0]) return AVERROR(ENOMEM);
  for (int index = 0; index < 4 && sizes[index]; index++) frame->data[index] = frame->buf[0]->data + offsets[index];
  frame->extended_data = frame->data;
  return 0;
}

const cffmpeg_block *cffmpeg_block_of(const AVFrame *frame) {
  return frame->opaque_ref ? ((const token *)frame->opaque_ref->data)->block : NULL;
}

// ---- All frames

static int get_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  cffmpeg_reader *reader = context->opaque;
  const bool is_shared = reader->options.shares_frames && get_block(reader, context, frame) == 0;
  int error = is_shared ? 0 : lav.avcodec_default_get_buffer2(context, frame, flags);
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
  held->block = is_shared ? lav.av_buffer_pool_buffer_get_opaque(frame->buf[0]) : NULL;
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
