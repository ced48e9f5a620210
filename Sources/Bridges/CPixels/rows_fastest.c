// The loops compiled once for each of several sets of vector instructions; the loader picks one.
//
// Not under the thread sanitizer: it instruments the function that picks, which runs before the sanitizer does.
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
