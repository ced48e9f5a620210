#include <stdlib.h>
#include <string.h>

#include "driver.h"

buffer *make_buffer(VABufferType type, size_t size, const void *copied, uint8_t *borrowed, VABufferID *id) {
  buffer *created = calloc(1, sizeof *created);
  if (!created) return NULL;
  created->type = type;
  created->size = size;
  created->is_borrowed = borrowed;
  created->bytes = borrowed ? borrowed : calloc(1, size ? size : 1);
  if (created->bytes && copied) memcpy(created->bytes, copied, size);
  *id = created->bytes ? register_object(BUFFER, created) : VA_INVALID_ID;
  if (*id != VA_INVALID_ID) return created;
  if (!borrowed) free(created->bytes);
  free(created);
  return NULL;
}

VAStatus create_buffer(
    VADriverContextP driver, VAContextID context, VABufferType type, unsigned size, unsigned count, void *bytes,
    VABufferID *id) {
  (void)driver;
  (void)context;
  return make_buffer(type, (size_t)size * count, bytes, NULL, id) ? VA_STATUS_SUCCESS
                                                                  : VA_STATUS_ERROR_ALLOCATION_FAILED;
}

VAStatus map_buffer(VADriverContextP driver, VABufferID id, void **bytes) {
  (void)driver;
  buffer *mapped = find_object(BUFFER, id);
  if (!mapped) return VA_STATUS_ERROR_INVALID_BUFFER;
  *bytes = mapped->type == VAEncCodedBufferType ? (void *)&mapped->segment : mapped->bytes;
  return VA_STATUS_SUCCESS;
}

VAStatus unmap_buffer(VADriverContextP driver, VABufferID id) {
  (void)driver;
  return find_object(BUFFER, id) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_BUFFER;
}

VAStatus destroy_buffer(VADriverContextP driver, VABufferID id) {
  (void)driver;
  buffer *removed = remove_object(BUFFER, id);
  if (!removed) return VA_STATUS_ERROR_INVALID_BUFFER;
  if (!removed->is_borrowed) free(removed->bytes);
  free(removed);
  return VA_STATUS_SUCCESS;
}
