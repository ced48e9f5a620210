#include "CAllocationCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local unsigned long count, byte_count;
static atomic_bool counts_everywhere;
static atomic_ulong count_everywhere;

unsigned long allocation_count(void) { return count; }
unsigned long allocation_byte_count(void) { return byte_count; }

void allocation_count_everywhere_begin(void) {
  atomic_store(&count_everywhere, 0);
  atomic_store(&counts_everywhere, true);
}

unsigned long allocation_count_everywhere_end(void) {
  atomic_store(&counts_everywhere, false);
  return atomic_load(&count_everywhere);
}

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || !defined(__GLIBC__)

bool allocation_counter_works(void) { return false; }

#else

bool allocation_counter_works(void) { return true; }

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *pointer, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void note(size_t size) {
  count++;
  byte_count += size;
  if (atomic_load_explicit(&counts_everywhere, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&count_everywhere, 1, memory_order_relaxed);
  }
}

void *malloc(size_t size) {
  note(size);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note(number * size);
  return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
  note(size);
  return __libc_realloc(pointer, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  note(size);
  *pointer = __libc_memalign(alignment, size);
  return *pointer ? 0 : ENOMEM;
}

#endif
