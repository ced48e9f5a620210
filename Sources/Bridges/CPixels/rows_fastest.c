// The loops compiled for several sets of vector instructions; the dynamic loader selects one.
//
// Not under the thread sanitizer: it instruments the selecting function, which runs before the sanitizer starts.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if !__has_feature(thread_sanitizer)
#define ROW_LOOP static __attribute__((target_clones("avx512bw", "avx2", "default")))
#endif
#endif
#endif

#ifndef ROW_LOOP
#define ROW_LOOP static
#endif

#define ROW_LOOPS row_loops_fastest
#include "rows.inc"
