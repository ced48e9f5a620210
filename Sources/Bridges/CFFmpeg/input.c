#include "reader.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int cffmpeg_input_is_cancelled(void *opaque) {
  cffmpeg_input *input = opaque;
  if (atomic_load_explicit(&input->is_cancelled, memory_order_relaxed)) return true;
  if (input->deadline && cclock_now() > input->deadline) input->is_late = true;
  return input->is_late || (input->is_over && input->is_over());
}

// The maximum number of zeros in a header, and between packets. Demuxers search them for data, and a sparse file of a
// terabyte takes no space. Two black uncompressed frames of 8K are smaller.
static const int64_t most_header_zeros = 1 << 22, most_zeros = 1 << 28;

bool cffmpeg_input_is_blank(const cffmpeg_input *input) {
  return input->zero_count > (input->has_header ? most_zeros : most_header_zeros);
}

static void count_zeros(cffmpeg_input *input, const uint8_t *bytes, size_t count) {
  if (bytes[0] == 0 && memcmp(bytes, bytes + 1, count - 1) == 0) input->zero_count += (int64_t)count;
}

static int read_some(void *opaque, uint8_t *buffer, int count) {
  cffmpeg_input *input = opaque;
  if (cffmpeg_input_is_cancelled(input)) return AVERROR_EXIT;
  int64_t left = input->source.byte_count - input->position;
  if (left <= 0 || cffmpeg_input_is_blank(input)) return AVERROR_EOF;
  size_t requested = count < left ? (size_t)count : (size_t)left;
  ssize_t result = (ssize_t)requested;
  if (input->source.descriptor < 0) {
    memcpy(buffer, input->source.bytes + input->position, requested);
  } else {
    do result = pread(input->source.descriptor, buffer, requested, input->position);
    while (result < 0 && errno == EINTR);
  }
  if (result < 0) {
    input->error_number = errno;
    return AVERROR(input->error_number);
  }
  input->position += result;
  if (result > 0) count_zeros(input, buffer, (size_t)result);
  return result == 0 ? AVERROR_EOF : (int)result;
}

static int64_t seek(void *opaque, int64_t offset, int whence) {
  cffmpeg_input *input = opaque;
  whence &= ~AVSEEK_FORCE;
  if (whence == AVSEEK_SIZE) return input->source.byte_count;
  int64_t base = whence == SEEK_CUR ? input->position : whence == SEEK_END ? input->source.byte_count : 0;
  if (__builtin_add_overflow(base, offset, &base) || base < 0) return AVERROR(EINVAL);
  return input->position = base;
}

bool cffmpeg_input_open(cffmpeg_input *input, const cffmpeg_source *source, cffmpeg_failure *failure) {
  input->source = *source;
  if (source->address) return true;
  const int size = 1 << 16;
  unsigned char *buffer = lav.av_malloc((size_t)size);
  if (!buffer) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  input->context = lav.avio_alloc_context(buffer, size, 0, input, read_some, NULL, seek);
  if (input->context) return true;
  lav.av_freep(&buffer);
  return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
}

void cffmpeg_input_close(cffmpeg_input *input) {
  if (!input->context) return;
  lav.av_freep(&input->context->buffer);
  lav.avio_context_free(&input->context);
}

bool cffmpeg_input_fail(const cffmpeg_input *input, cffmpeg_code code, int error, cffmpeg_failure *failure) {
  if (cffmpeg_input_is_blank(input)) {
    return cffmpeg_fail_with_message(failure, code, "the file consists of zeros from some position on");
  }
  cffmpeg_fail(failure, code, error);
  if (failure->code == CFFMPEG_CANCELLED || !input->error_number) return false;
  failure->code = CFFMPEG_SYSTEM;
  failure->error_number = input->error_number;
  return false;
}
