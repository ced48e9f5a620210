// Rules of a filter for system calls, for the filters of commands and of workers.
#ifndef OPENCAPTURE_FILTER_H
#define OPENCAPTURE_FILTER_H

#include <errno.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <unistd.h>

#define COUNT(array) (sizeof array / sizeof *array)

static inline int allow_calls(scmp_filter_ctx filter, const int *calls, size_t count) {
  int result = 0;
  for (size_t index = 0; index < count && result == 0; index++) {
    result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[index], 0);
  }
  return result;
}

// Allows a call if the masked bits of an argument have the given value.
static inline int allow_if(scmp_filter_ctx filter, int call, unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, mask, value));
}

// Allows a call if the masked bits of an argument have one of the given values.
static inline int allow_any(
    scmp_filter_ctx filter, int call, unsigned argument, scmp_datum_t mask, const unsigned *values, size_t count) {
  int result = 0;
  for (size_t index = 0; index < count && result == 0; index++) {
    result = allow_if(filter, call, argument, mask, values[index]);
  }
  return result;
}

// Makes a filter that forbids all calls, for all threads of the process. Calls fail with ENOSYS.
static inline int make_filter(scmp_filter_ctx *filter) {
  *filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
  if (*filter == NULL) return -ENOMEM;
  int result = seccomp_attr_set(*filter, SCMP_FLTATR_CTL_TSYNC, 1);
  // A binary tree, because otherwise most calls would be compared with all calls before them.
  return result == 0 ? seccomp_attr_set(*filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) : result;
}

// Loads a filter unless adding its rules failed with `result`, and releases it.
static inline int load_filter(scmp_filter_ctx filter, int result) {
  if (result == 0) result = seccomp_load(filter);
  if (filter != NULL) seccomp_release(filter);
  return result;
}

static inline int allow_threads(scmp_filter_ctx filter) {
  // Allow new threads, not new processes. A filter cannot inspect the flags of clone3; Glibc falls back to clone.
  int result = allow_if(filter, SCMP_SYS(clone), 0, CLONE_THREAD, CLONE_THREAD);
  // Allow signals to the own process, as abort() sends.
  return result == 0 ? allow_if(filter, SCMP_SYS(tgkill), 0, 0xffffffff, (scmp_datum_t)getpid()) : result;
}

#endif
