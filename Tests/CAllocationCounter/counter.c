#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

static _Thread_local unsigned long count;

unsigned long allocation_count(void) { return count; }

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || !defined(__GLIBC__)

bool allocation_counter_works(void) { return false; }

#else

bool allocation_counter_works(void) { return true; }

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *pointer, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
  count++;
  return __libc_realloc(pointer, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  count++;
  *pointer = __libc_memalign(alignment, size);
  return *pointer ? 0 : ENOMEM;
}

#endif
