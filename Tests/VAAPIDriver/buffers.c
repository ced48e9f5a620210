#include <stdlib.h>
#include <string.h>

#include "driver.h"

buffer *make_buffer(VABufferType type, size_t size, const void *copied, uint8_t *borrowed, VABufferID *id) {
  buffer *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->type = type;
  made->size = size;
  made->is_borrowed = borrowed;
  made->bytes = borrowed ? borrowed : calloc(1, size ? size : 1);
  if (made->bytes && copied) memcpy(made->bytes, copied, size);
  *id = made->bytes ? keep(BUFFER, made) : VA_INVALID_ID;
  if (*id != VA_INVALID_ID) return made;
  if (!borrowed) free(made->bytes);
  free(made);
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
  buffer *mapped = look_up(BUFFER, id);
  if (!mapped) return VA_STATUS_ERROR_INVALID_BUFFER;
  *bytes = mapped->type == VAEncCodedBufferType ? (void *)&mapped->segment : mapped->bytes;
  return VA_STATUS_SUCCESS;
}

VAStatus unmap_buffer(VADriverContextP driver, VABufferID id) {
  (void)driver;
  return look_up(BUFFER, id) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_BUFFER;
}

VAStatus destroy_buffer(VADriverContextP driver, VABufferID id) {
  (void)driver;
  buffer *gone = take_out(BUFFER, id);
  if (!gone) return VA_STATUS_ERROR_INVALID_BUFFER;
  if (!gone->is_borrowed) free(gone->bytes);
  free(gone);
  return VA_STATUS_SUCCESS;
}
