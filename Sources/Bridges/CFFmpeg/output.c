#include "output.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#if LIBAVFORMAT_VERSION_MAJOR >= 61
typedef const uint8_t written_byte;
#else
typedef uint8_t written_byte;
#endif

static int write_all(void *opaque, written_byte *bytes, int count) {
  cffmpeg_output *output = opaque;
  int written = 0;
  while (written < count) {
    ssize_t result = write(output->descriptor, bytes + written, (size_t)(count - written));
    if (result >= 0) {
      written += (int)result;
      output->position += result;
      if (output->byte_count < output->position) output->byte_count = output->position;
    } else if (errno != EINTR) {
      if (!output->error_number) output->error_number = errno;
      return AVERROR(errno);
    }
  }
  return count;
}

static int64_t seek(void *opaque, int64_t offset, int whence) {
  cffmpeg_output *output = opaque;
  whence &= ~AVSEEK_FORCE;
  if (whence == AVSEEK_SIZE) {
    struct stat status;
    return fstat(output->descriptor, &status) == 0 ? (int64_t)status.st_size : AVERROR(errno);
  }
  off_t position = lseek(output->descriptor, offset, whence);
  if (position < 0) return AVERROR(errno);
  return output->position = position;
}

bool cffmpeg_output_open(cffmpeg_output *output, int descriptor, bool is_stream, cffmpeg_failure *failure) {
  output->descriptor = descriptor;
  output->is_stream = is_stream;
  const int size = 1 << 16;
  unsigned char *buffer = lav.av_malloc((size_t)size);
  if (!buffer) return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
  bool can_seek = !is_stream && lseek(descriptor, 0, SEEK_SET) >= 0;
  output->context = lav.avio_alloc_context(buffer, size, 1, output, NULL, write_all, can_seek ? seek : NULL);
  if (output->context) return true;
  lav.av_freep(&buffer);
  return cffmpeg_fail(failure, CFFMPEG_NO_MEMORY, AVERROR(ENOMEM));
}

void cffmpeg_output_close(cffmpeg_output *output) {
  if (!output->context) return;
  lav.av_freep(&output->context->buffer);
  lav.avio_context_free(&output->context);
}

bool cffmpeg_output_begin(cffmpeg_output *output, cffmpeg_failure *failure) {
  if (output->is_stream) return true;
  struct stat status;
  // Only regular files can be truncated.
  if (fstat(output->descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return true;
  if (ftruncate(output->descriptor, 0) != 0) {
    output->error_number = errno;
    return cffmpeg_output_check(output, AVERROR(errno), failure);
  }
  // Clear set-user-ID and similar bits, because the file has new contents. The kernel does this only for writers other
  // than root; errors do not matter.
  if (status.st_mode & 07000) fchmod(output->descriptor, status.st_mode & 0777);
  return true;
}

void cffmpeg_output_truncate(cffmpeg_output *output) {
  if (output->is_stream || output->playable_byte_count == 0) return;
  // If truncating fails, the file stays as it is.
  int result = ftruncate(output->descriptor, output->playable_byte_count);
  (void)result;
}

bool cffmpeg_output_check(const cffmpeg_output *output, int error, cffmpeg_failure *failure) {
  if (error >= 0 && !output->error_number) return true;
  cffmpeg_fail(failure, CFFMPEG_REFUSED, error);
  if (!output->error_number) return false;
  failure->code = CFFMPEG_SYSTEM;
  failure->error_number = output->error_number;
  return false;
}
