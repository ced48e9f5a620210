// A driver of VA-API that encodes H.264 in software, for tests of what asks a graphics processor to: every macroblock is
// stored as it is (I_PCM), so that what is played must be what was given, to the last bit.
#ifndef OPENCAPTURE_VAAPI_DRIVER_H
#define OPENCAPTURE_VAAPI_DRIVER_H

#include <stdbool.h>
#include <stdint.h>
#include <va/va_backend.h>

// What it is to fail at, by the environment variable OPENCAPTURE_VA_FAIL: "init", "config" or "encode".
bool fails_at(const char *step);

bool is_config(VAConfigID id);

// ---- What callers know by numbers

typedef enum object_kind { SURFACE = 1, IMAGE, BUFFER, CONTEXT } object_kind;

// What all of them begin with.
typedef struct object {
  object_kind kind;
} object;

// Keeps what was allocated with `calloc`, and gives it a number; VA_INVALID_ID where there is no room.
VAGenericID keep(object_kind kind, void *kept);

// What has this number; NULL where nothing of the kind has it.
void *look_up(object_kind kind, VAGenericID id);

// The same, which has no number from then on.
void *take_out(object_kind kind, VAGenericID id);

// ---- Surfaces and images: NV12, a row as long as its pixels

typedef struct surface {
  object object;
  int width, height;  // even
  uint8_t *pixels;
} surface;

extern const VAImageFormat nv12;

// The most pixels in a row, and rows.
enum { MOST_PIXELS = 4096 };

VAStatus create_surfaces(
    VADriverContextP driver, unsigned format, unsigned width, unsigned height, VASurfaceID *ids, unsigned count,
    VASurfaceAttrib *attributes, unsigned attribute_count);
VAStatus create_plain_surfaces(VADriverContextP driver, int width, int height, int format, int count, VASurfaceID *ids);
VAStatus destroy_surfaces(VADriverContextP driver, VASurfaceID *ids, int count);
VAStatus query_surface_attributes(
    VADriverContextP driver, VAConfigID config, VASurfaceAttrib *attributes, unsigned *count);
VAStatus create_image(VADriverContextP driver, VAImageFormat *format, int width, int height, VAImage *image);
VAStatus derive_image(VADriverContextP driver, VASurfaceID id, VAImage *image);
VAStatus destroy_image(VADriverContextP driver, VAImageID id);
VAStatus get_image(
    VADriverContextP driver, VASurfaceID surface, int x, int y, unsigned width, unsigned height, VAImageID id);
VAStatus put_image(
    VADriverContextP driver, VASurfaceID surface, VAImageID id, int x, int y, unsigned width, unsigned height,
    int target_x, int target_y, unsigned target_width, unsigned target_height);

// ---- Buffers

typedef struct buffer {
  object object;
  VABufferType type;
  size_t size;
  uint8_t *bytes;
  bool is_borrowed;  // whether the bytes are a surface's
  VACodedBufferSegment segment;  // what a coded one is seen as
} buffer;

// A buffer of bytes that are copied, of zeros, or of a surface's own; NULL where there is no room.
buffer *make_buffer(VABufferType type, size_t size, const void *copied, uint8_t *borrowed, VABufferID *id);

VAStatus create_buffer(
    VADriverContextP driver, VAContextID context, VABufferType type, unsigned size, unsigned count, void *bytes,
    VABufferID *id);
VAStatus map_buffer(VADriverContextP driver, VABufferID id, void **bytes);
VAStatus unmap_buffer(VADriverContextP driver, VABufferID id);
VAStatus destroy_buffer(VADriverContextP driver, VABufferID id);

// ---- Encoding

VAStatus create_context(
    VADriverContextP driver, VAConfigID config, int width, int height, int flags, VASurfaceID *targets, int count,
    VAContextID *id);
VAStatus destroy_context(VADriverContextP driver, VAContextID id);
VAStatus begin_picture(VADriverContextP driver, VAContextID id, VASurfaceID target);
VAStatus render_picture(VADriverContextP driver, VAContextID id, VABufferID *buffers, int count);
VAStatus end_picture(VADriverContextP driver, VAContextID id);

#endif
