#include "CAllocationCounter.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static _Thread_local unsigned long count, byte_count;
static atomic_bool counts_everywhere;
static atomic_ulong count_everywhere;
static atomic_long live_byte_count;

unsigned long allocation_count(void) { return count; }
unsigned long allocation_byte_count(void) { return byte_count; }
long allocation_live_byte_count(void) { return atomic_load(&live_byte_count); }

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
void __libc_free(void *pointer);

static void note(size_t size) {
  count++;
  byte_count += size;
  if (atomic_load_explicit(&counts_everywhere, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&count_everywhere, 1, memory_order_relaxed);
  }
}

// What is taken and given back, as large as the heap has made it.
static void *live(void *pointer) {
  atomic_fetch_add_explicit(&live_byte_count, (long)malloc_usable_size(pointer), memory_order_relaxed);
  return pointer;
}

static void dead(void *pointer) {
  atomic_fetch_sub_explicit(&live_byte_count, (long)malloc_usable_size(pointer), memory_order_relaxed);
}

void *malloc(size_t size) {
  note(size);
  return live(__libc_malloc(size));
}

void *calloc(size_t number, size_t size) {
  note(number * size);
  return live(__libc_calloc(number, size));
}

void *realloc(void *pointer, size_t size) {
  note(size);
  const long before = (long)malloc_usable_size(pointer);
  void *moved = __libc_realloc(pointer, size);
  // Where there was no room, the old one stays.
  if (moved || !size) atomic_fetch_sub_explicit(&live_byte_count, before, memory_order_relaxed);
  return live(moved);
}

void free(void *pointer) {
  dead(pointer);
  __libc_free(pointer);
}

void *memalign(size_t alignment, size_t size) {
  note(size);
  return live(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  void *memory = memalign(alignment, size);
  if (memory) *pointer = memory;
  return memory ? 0 : ENOMEM;
}

// Pages of their own; nobody should want these any more, but what is given back has to have been counted.
void *valloc(size_t size) { return memalign((size_t)getpagesize(), size); }

void *pvalloc(size_t size) {
  const size_t page = (size_t)getpagesize();
  return memalign(page, (size + page - 1) / page * page);
}

#endif
