#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bits.h"
#include "driver.h"

enum { MAX_HEADERS = 8 };

typedef struct context {
  object object;
  VASurfaceID target;
  int picture_count;
  // Parameters of the current picture.
  VAEncSequenceParameterBufferH264 sequence;
  VAEncPictureParameterBufferH264 picture;
  VAEncSliceParameterBufferH264 slice;
  bool has_slice;
  struct {
    VAEncPackedHeaderParameterBuffer description;
    VABufferID bytes;
  } headers[MAX_HEADERS];
  int header_count;
} context;

VAStatus create_context(
    VADriverContextP driver, VAConfigID config, int width, int height, int flags, VASurfaceID *targets, int count,
    VAContextID *id) {
  (void)driver, (void)width, (void)height, (void)flags, (void)targets, (void)count;
  if (!is_config(config)) return VA_STATUS_ERROR_INVALID_CONFIG;
  context *created = calloc(1, sizeof *created);
  *id = register_object(CONTEXT, created);
  if (*id != VA_INVALID_ID) return VA_STATUS_SUCCESS;
  free(created);
  return VA_STATUS_ERROR_ALLOCATION_FAILED;
}

VAStatus destroy_context(VADriverContextP driver, VAContextID id) {
  (void)driver;
  context *removed = remove_object(CONTEXT, id);
  free(removed);
  return removed ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_CONTEXT;
}

// ---- Input

VAStatus begin_picture(VADriverContextP driver, VAContextID id, VASurfaceID target) {
  (void)driver;
  context *context = find_object(CONTEXT, id);
  if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
  if (!find_object(SURFACE, target)) return VA_STATUS_ERROR_INVALID_SURFACE;
  context->target = target;
  context->header_count = 0;
  context->has_slice = false;
  return VA_STATUS_SUCCESS;
}

static void copy(void *target, const buffer *source, size_t size) {
  if (source->size >= size) memcpy(target, source->bytes, size);
}

static VAStatus store_parameters(context *context, VABufferID id, const buffer *given) {
  switch (given->type) {
    case VAEncSequenceParameterBufferType: copy(&context->sequence, given, sizeof context->sequence); break;
    case VAEncPictureParameterBufferType: copy(&context->picture, given, sizeof context->picture); break;
    case VAEncSliceParameterBufferType:
      copy(&context->slice, given, sizeof context->slice);
      context->has_slice = true;
      break;
    case VAEncPackedHeaderParameterBufferType:
      if (context->header_count == MAX_HEADERS) return VA_STATUS_ERROR_MAX_NUM_EXCEEDED;
      copy(
          &context->headers[context->header_count].description, given,
          sizeof context->headers[context->header_count].description);
      break;
    case VAEncPackedHeaderDataBufferType:
      if (context->header_count == MAX_HEADERS) return VA_STATUS_ERROR_MAX_NUM_EXCEEDED;
      context->headers[context->header_count++].bytes = id;
      break;
    default: break;
  }
  return VA_STATUS_SUCCESS;
}

VAStatus render_picture(VADriverContextP driver, VAContextID id, VABufferID *buffers, int count) {
  (void)driver;
  context *context = find_object(CONTEXT, id);
  if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
  for (int index = 0; index < count; index++) {
    const buffer *given = find_object(BUFFER, buffers[index]);
    if (!given) return VA_STATUS_ERROR_INVALID_BUFFER;
    VAStatus status = store_parameters(context, buffers[index], given);
    if (status != VA_STATUS_SUCCESS) return status;
  }
  return VA_STATUS_SUCCESS;
}

// ---- Encoding

static int min_int(int one, int other) { return one < other ? one : other; }

// Writes the pixels of a macroblock; pixels beyond the picture repeat its edge.
static void write_pixels(bit_writer *writer, const surface *target, int left, int top) {
  for (int y = top; y < top + 16; y++) {
    const uint8_t *row = target->pixels + (ptrdiff_t)min_int(y, target->height - 1) * target->width;
    for (int x = left; x < left + 16; x++) write_bits(writer, row[min_int(x, target->width - 1)], 8);
  }
  const uint8_t *chroma = target->pixels + (ptrdiff_t)target->width * target->height;
  for (int channel = 0; channel < 2; channel++) {
    for (int y = top / 2; y < top / 2 + 8; y++) {
      const uint8_t *row = chroma + (ptrdiff_t)min_int(y, target->height / 2 - 1) * target->width;
      for (int x = left / 2; x < left / 2 + 8; x++) {
        write_bits(writer, row[min_int(x, target->width / 2 - 1) * 2 + channel], 8);
      }
    }
  }
}

// Writes all macroblocks uncompressed (7.3.4 and 7.3.5), with the type number of I_PCM for the slice type (tables 7-11,
// 7-13 and 7-14).
static void write_slice(bit_writer *writer, const context *context, const surface *target) {
  const unsigned kind = context->slice.slice_type % 5;
  for (int y = 0; y < context->sequence.picture_height_in_mbs && !writer->overflowed; y++) {
    for (int x = 0; x < context->sequence.picture_width_in_mbs; x++) {
      if (kind != 2) write_number(writer, 0);  // no skipped macroblocks
      write_number(writer, kind == 2 ? 25 : kind == 1 ? 48 : 30);
      align(writer);
      write_pixels(writer, target, x * 16, y * 16);
    }
  }
  write_bits(writer, 1, 1);
  align(writer);
}

static void delay_encoding(void) {
  const char *milliseconds = getenv("OPENCAPTURE_VA_DELAY_MS");
  if (!milliseconds) return;
  const long delay = strtol(milliseconds, NULL, 10);
  nanosleep(&(struct timespec){delay / 1000, delay % 1000 * 1000000}, NULL);
}

VAStatus end_picture(VADriverContextP driver, VAContextID id) {
  (void)driver;
  context *context = find_object(CONTEXT, id);
  if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
  if (context->picture_count++ >= 3 && fails_at("encode")) return VA_STATUS_ERROR_ENCODING_ERROR;
  const surface *target = find_object(SURFACE, context->target);
  if (!target) return VA_STATUS_ERROR_INVALID_SURFACE;
  buffer *coded = find_object(BUFFER, context->picture.coded_buf);
  if (!coded || coded->type != VAEncCodedBufferType || !context->has_slice) return VA_STATUS_ERROR_INVALID_PARAMETER;
  // Arithmetic coding has other codes for macroblocks.
  if (context->picture.pic_fields.bits.entropy_coding_mode_flag) return VA_STATUS_ERROR_UNIMPLEMENTED;
  delay_encoding();
  bit_writer writer = {.bytes = coded->bytes, .capacity = coded->size};
  for (int index = 0; index < context->header_count; index++) {
    const VAEncPackedHeaderParameterBuffer *header = &context->headers[index].description;
    const buffer *given = find_object(BUFFER, context->headers[index].bytes);
    // A slice header ends within a byte, so only macroblocks can follow.
    if (!given || given->size * 8 < header->bit_length || writer.pending_count > 0) {
      return VA_STATUS_ERROR_INVALID_PARAMETER;
    }
    write_header(&writer, given->bytes, header->bit_length, header->has_emulation_bytes);
  }
  write_slice(&writer, context, target);
  if (writer.overflowed) return VA_STATUS_ERROR_NOT_ENOUGH_BUFFER;
  coded->segment = (VACodedBufferSegment){.size = (uint32_t)writer.size, .buf = coded->bytes};
  return VA_STATUS_SUCCESS;
}
