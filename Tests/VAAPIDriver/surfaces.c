#include <stdlib.h>
#include <string.h>

#include "driver.h"

const VAImageFormat nv12 = {.fourcc = VA_FOURCC_NV12, .byte_order = VA_LSB_FIRST, .bits_per_pixel = 12};

typedef struct image {
  object object;
  VABufferID buffer;
  int width, height;  // even
} image;

static bool is_valid_size(int64_t width, int64_t height) {
  return width > 0 && height > 0 && width <= MAX_PIXELS && height <= MAX_PIXELS;
}

static size_t byte_count(int width, int height) { return (size_t)width * (size_t)height * 3 / 2; }

// ---- Surfaces

static VASurfaceID make_surface(int width, int height) {
  surface *created = calloc(1, sizeof *created);
  if (!created) return VA_INVALID_ID;
  created->width = (width + 1) & ~1;
  created->height = (height + 1) & ~1;
  created->pixels = calloc(1, byte_count(created->width, created->height));
  VASurfaceID id = created->pixels ? register_object(SURFACE, created) : VA_INVALID_ID;
  if (id != VA_INVALID_ID) return id;
  free(created->pixels);
  free(created);
  return VA_INVALID_ID;
}

VAStatus create_surfaces(
    VADriverContextP driver, unsigned format, unsigned width, unsigned height, VASurfaceID *ids, unsigned count,
    VASurfaceAttrib *attributes, unsigned attribute_count) {
  if (format != VA_RT_FORMAT_YUV420) return VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
  if (!is_valid_size(width, height)) return VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED;
  for (unsigned index = 0; index < attribute_count; index++) {
    const VASurfaceAttrib *attribute = &attributes[index];
    if (attribute->type == VASurfaceAttribPixelFormat && (uint32_t)attribute->value.value.i != nv12.fourcc) {
      return VA_STATUS_ERROR_ATTR_NOT_SUPPORTED;
    }
  }
  for (unsigned index = 0; index < count; index++) {
    ids[index] = make_surface((int)width, (int)height);
    if (ids[index] != VA_INVALID_ID) continue;
    destroy_surfaces(driver, ids, (int)index);
    return VA_STATUS_ERROR_ALLOCATION_FAILED;
  }
  return VA_STATUS_SUCCESS;
}

VAStatus create_plain_surfaces(
    VADriverContextP driver, int width, int height, int format, int count, VASurfaceID *ids) {
  return create_surfaces(driver, (unsigned)format, (unsigned)width, (unsigned)height, ids, (unsigned)count, NULL, 0);
}

VAStatus destroy_surfaces(VADriverContextP driver, VASurfaceID *ids, int count) {
  (void)driver;
  VAStatus status = VA_STATUS_SUCCESS;
  for (int index = 0; index < count; index++) {
    surface *removed = remove_object(SURFACE, ids[index]);
    if (!removed) {
      status = VA_STATUS_ERROR_INVALID_SURFACE;
      continue;
    }
    free(removed->pixels);
    free(removed);
  }
  return status;
}

VAStatus query_surface_attributes(
    VADriverContextP driver, VAConfigID config, VASurfaceAttrib *attributes, unsigned *count) {
  (void)driver;
  (void)config;
  const struct {
    VASurfaceAttribType type;
    uint32_t flags;
    int value;
  } known[] = {
      {VASurfaceAttribPixelFormat, VA_SURFACE_ATTRIB_GETTABLE | VA_SURFACE_ATTRIB_SETTABLE, (int)nv12.fourcc},
      {VASurfaceAttribMinWidth, VA_SURFACE_ATTRIB_GETTABLE, 16},
      {VASurfaceAttribMinHeight, VA_SURFACE_ATTRIB_GETTABLE, 16},
      {VASurfaceAttribMaxWidth, VA_SURFACE_ATTRIB_GETTABLE, MAX_PIXELS},
      {VASurfaceAttribMaxHeight, VA_SURFACE_ATTRIB_GETTABLE, MAX_PIXELS},
  };
  const unsigned known_count = sizeof known / sizeof *known, room = *count;
  *count = known_count;
  if (!attributes) return VA_STATUS_SUCCESS;
  if (room < known_count) return VA_STATUS_ERROR_MAX_NUM_EXCEEDED;
  for (unsigned index = 0; index < known_count; index++) {
    attributes[index] = (VASurfaceAttrib){.type = known[index].type,
                                          .flags = known[index].flags,
                                          .value = {.type = VAGenericValueTypeInteger, .value.i = known[index].value}};
  }
  return VA_STATUS_SUCCESS;
}

// ---- Images

static VAStatus make_image(int width, int height, uint8_t *borrowed, VAImage *described) {
  image *created = calloc(1, sizeof *created);
  if (!created) return VA_STATUS_ERROR_ALLOCATION_FAILED;
  created->width = width;
  created->height = height;
  const size_t size = byte_count(width, height);
  if (!make_buffer(VAImageBufferType, size, NULL, borrowed, &created->buffer)) {
    free(created);
    return VA_STATUS_ERROR_ALLOCATION_FAILED;
  }
  *described = (VAImage){.image_id = register_object(IMAGE, created),
                         .format = nv12,
                         .buf = created->buffer,
                         .width = (uint16_t)width,
                         .height = (uint16_t)height,
                         .data_size = (uint32_t)size,
                         .num_planes = 2,
                         .pitches = {(uint32_t)width, (uint32_t)width},
                         .offsets = {0, (uint32_t)width * (uint32_t)height}};
  if (described->image_id != VA_INVALID_ID) return VA_STATUS_SUCCESS;
  destroy_buffer(NULL, created->buffer);
  free(created);
  return VA_STATUS_ERROR_ALLOCATION_FAILED;
}

VAStatus create_image(VADriverContextP driver, VAImageFormat *format, int width, int height, VAImage *described) {
  (void)driver;
  if (format->fourcc != nv12.fourcc) return VA_STATUS_ERROR_INVALID_IMAGE_FORMAT;
  if (!is_valid_size(width, height)) return VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED;
  return make_image((width + 1) & ~1, (height + 1) & ~1, NULL, described);
}

VAStatus derive_image(VADriverContextP driver, VASurfaceID id, VAImage *described) {
  (void)driver;
  const surface *target = find_object(SURFACE, id);
  if (!target) return VA_STATUS_ERROR_INVALID_SURFACE;
  return make_image(target->width, target->height, target->pixels, described);
}

VAStatus destroy_image(VADriverContextP driver, VAImageID id) {
  image *removed = remove_object(IMAGE, id);
  if (!removed) return VA_STATUS_ERROR_INVALID_IMAGE;
  VAStatus status = destroy_buffer(driver, removed->buffer);
  free(removed);
  return status;
}

// ---- Copying

// A position in the pixels of a surface or image.
typedef struct place {
  uint8_t *pixels;
  int width, height;  // of the surface or image
  int x, y;
} place;

// Chroma samples cover 2×2 pixels, so coordinates must be even.
static bool has_room(const place *place, unsigned width, unsigned height) {
  const int x = place->x, y = place->y;
  return place->pixels && x >= 0 && y >= 0 && x % 2 == 0 && y % 2 == 0 && x <= place->width && y <= place->height
      && width <= (unsigned)(place->width - x) && height <= (unsigned)(place->height - y);
}

static void copy_rows(place to, int to_row, place from, int from_row, unsigned width, unsigned count) {
  for (unsigned row = 0; row < count; row++) {
    uint8_t *target = to.pixels + ((ptrdiff_t)to_row + row) * to.width + to.x;
    memcpy(target, from.pixels + ((ptrdiff_t)from_row + row) * from.width + from.x, width);
  }
}

static VAStatus copy(place to, place from, unsigned width, unsigned height) {
  if (!has_room(&to, width, height) || !has_room(&from, width, height)) return VA_STATUS_ERROR_INVALID_PARAMETER;
  // Widths and heights of surfaces and images are even, so the rounded size fits.
  width += width % 2;
  height += height % 2;
  // The chroma rows follow the luma rows. They have the same length, and half the number.
  copy_rows(to, to.y, from, from.y, width, height);
  copy_rows(to, to.height + to.y / 2, from, from.height + from.y / 2, width, height / 2);
  return VA_STATUS_SUCCESS;
}

static place in_surface(VASurfaceID id, int x, int y) {
  const surface *found = find_object(SURFACE, id);
  return found ? (place){found->pixels, found->width, found->height, x, y} : (place){0};
}

static place in_image(VAImageID id, int x, int y) {
  const image *found = find_object(IMAGE, id);
  const buffer *memory = found ? find_object(BUFFER, found->buffer) : NULL;
  return memory ? (place){memory->bytes, found->width, found->height, x, y} : (place){0};
}

VAStatus get_image(
    VADriverContextP driver, VASurfaceID surface, int x, int y, unsigned width, unsigned height, VAImageID id) {
  (void)driver;
  return copy(in_image(id, 0, 0), in_surface(surface, x, y), width, height);
}

VAStatus put_image(
    VADriverContextP driver, VASurfaceID surface, VAImageID id, int x, int y, unsigned width, unsigned height,
    int target_x, int target_y, unsigned target_width, unsigned target_height) {
  (void)driver;
  // The driver does not scale.
  if (width != target_width || height != target_height) return VA_STATUS_ERROR_UNIMPLEMENTED;
  return copy(in_surface(surface, target_x, target_y), in_image(id, x, y), width, height);
}
