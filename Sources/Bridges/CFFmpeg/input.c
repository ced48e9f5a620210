#include "input.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "failure.h"

int cffmpeg_input_is_cancelled(void *opaque) {
  cffmpeg_input *input = opaque;
  return atomic_load_explicit(&input->is_cancelled, memory_order_relaxed);
}

static int read_bytes(cffmpeg_input *input, uint8_t *buffer, int count) {
  int64_t left = (int64_t)input->source.byte_count - input->position;
  if (left <= 0) return AVERROR_EOF;
  int taken = count < left ? count : (int)left;
  memcpy(buffer, input->source.bytes + input->position, (size_t)taken);
  input->position += taken;
  return taken;
}

static int read_some(void *opaque, uint8_t *buffer, int count) {
  cffmpeg_input *input = opaque;
  if (cffmpeg_input_is_cancelled(input)) return AVERROR_EXIT;
  if (input->source.descriptor < 0) return read_bytes(input, buffer, count);
  ssize_t result;
  do result = read(input->source.descriptor, buffer, (size_t)count);
  while (result < 0 && errno == EINTR);
  if (result > 0) return (int)result;
  if (result == 0) return AVERROR_EOF;
  input->error_number = errno;
  return AVERROR(input->error_number);
}

static int64_t size_of(const cffmpeg_input *input) {
  if (input->source.descriptor < 0) return (int64_t)input->source.byte_count;
  struct stat status;
  if (fstat(input->source.descriptor, &status) != 0) return AVERROR(errno);
  return S_ISREG(status.st_mode) ? (int64_t)status.st_size : AVERROR(ENOSYS);
}

static int64_t go_to(void *opaque, int64_t offset, int whence) {
  cffmpeg_input *input = opaque;
  whence &= ~AVSEEK_FORCE;
  if (whence == AVSEEK_SIZE) return size_of(input);
  if (input->source.descriptor >= 0) {
    off_t position = lseek(input->source.descriptor, offset, whence);
    return position < 0 ? AVERROR(errno) : position;
  }
  int64_t base = whence == SEEK_CUR ? input->position : whence == SEEK_END ? (int64_t)input->source.byte_count : 0;
  if (__builtin_add_overflow(base, offset, &base) || base < 0) return AVERROR(EINVAL);
  return input->position = base;
}

bool cffmpeg_input_open(cffmpeg_input *input, const cffmpeg_source *source, cffmpeg_failure *failure) {
  input->source = *source;
  const int size = 1 << 16;
  unsigned char *buffer = lav.av_malloc((size_t)size);
  if (!buffer) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  bool can_seek = source->descriptor < 0 || lseek(source->descriptor, 0, SEEK_SET) >= 0;
  input->context = lav.avio_alloc_context(buffer, size, 0, input, read_some, NULL, can_seek ? go_to : NULL);
  if (input->context) return true;
  lav.av_freep(&buffer);
  return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
}

void cffmpeg_input_close(cffmpeg_input *input) {
  if (!input->context) return;
  lav.av_freep(&input->context->buffer);
  lav.avio_context_free(&input->context);
}
