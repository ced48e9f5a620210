// A VA-API driver that encodes H.264 in software, for tests of hardware encoding. Macroblocks are stored uncompressed
// (I_PCM), so decoded pictures equal the encoded ones.
#ifndef OPENCAPTURE_VAAPI_DRIVER_H
#define OPENCAPTURE_VAAPI_DRIVER_H

#include <stdbool.h>
#include <stdint.h>
#include <va/va_backend.h>

// Returns whether the environment variable OPENCAPTURE_VA_FAIL names this step: "init", "config" or "encode".
bool fails_at(const char *step);

bool is_config(VAConfigID id);

// ---- Objects that callers identify by number

typedef enum object_kind { SURFACE = 1, IMAGE, BUFFER, CONTEXT } object_kind;

// The first member of each object.
typedef struct object {
  object_kind kind;
} object;

// Registers an object allocated with `calloc`; returns its ID, or VA_INVALID_ID if the table is full.
VAGenericID register_object(object_kind kind, void *kept);

// Returns the object of a kind with an ID, or NULL.
void *find_object(object_kind kind, VAGenericID id);

// Returns and unregisters the object of a kind with an ID, or NULL.
void *remove_object(object_kind kind, VAGenericID id);

// ---- Surfaces and images: NV12 without row padding

typedef struct surface {
  object object;
  int width, height;  // even
  uint8_t *pixels;
} surface;

extern const VAImageFormat nv12;

// The largest width and height in pixels.
enum { MAX_PIXELS = 4096 };

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
  bool is_borrowed;  // whether the bytes belong to a surface
  VACodedBufferSegment segment;  // the mapped form of a coded buffer
} buffer;

// Creates a buffer of copied bytes, of zeros, or of a surface's bytes; returns NULL without memory.
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
