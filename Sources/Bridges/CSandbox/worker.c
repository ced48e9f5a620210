#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "CSandbox.h"
#include "filter.h"

// The calls on memory, open files, time and threads that decoders and the C library make.
static const int calls[] = {
    // Memory.
    SCMP_SYS(brk), SCMP_SYS(get_mempolicy), SCMP_SYS(madvise), SCMP_SYS(membarrier), SCMP_SYS(memfd_create),
    SCMP_SYS(mremap), SCMP_SYS(munmap),
    // Open files.
    SCMP_SYS(close), SCMP_SYS(dup), SCMP_SYS(fstat), SCMP_SYS(fstat64), SCMP_SYS(ftruncate), SCMP_SYS(ftruncate64),
    SCMP_SYS(_llseek), SCMP_SYS(lseek), SCMP_SYS(pread64), SCMP_SYS(preadv), SCMP_SYS(pwrite64), SCMP_SYS(read),
    SCMP_SYS(readv), SCMP_SYS(recvmsg), SCMP_SYS(write), SCMP_SYS(writev),
    // Waiting and time.
    SCMP_SYS(clock_getres), SCMP_SYS(clock_gettime), SCMP_SYS(clock_gettime64), SCMP_SYS(clock_nanosleep),
    SCMP_SYS(clock_nanosleep_time64), SCMP_SYS(epoll_create1), SCMP_SYS(epoll_ctl), SCMP_SYS(epoll_pwait),
    SCMP_SYS(epoll_wait), SCMP_SYS(eventfd2), SCMP_SYS(futex), SCMP_SYS(futex_time64), SCMP_SYS(gettimeofday),
    SCMP_SYS(nanosleep), SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(ppoll_time64), SCMP_SYS(restart_syscall),
    SCMP_SYS(time), SCMP_SYS(times),
    // Threads of the process and their signals.
    SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(get_robust_list), SCMP_SYS(getcpu), SCMP_SYS(gettid), SCMP_SYS(rseq),
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_yield), SCMP_SYS(set_robust_list), SCMP_SYS(sigaltstack), SCMP_SYS(sigreturn),
    // Identity and resources of the process.
    SCMP_SYS(getegid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(getrandom),
    SCMP_SYS(getrlimit), SCMP_SYS(getrusage), SCMP_SYS(getuid), SCMP_SYS(sysinfo), SCMP_SYS(ugetrlimit),
    SCMP_SYS(uname)};

// The calls that open and find files, for a worker that reads fonts.
static const int file_calls[] = {SCMP_SYS(access), SCMP_SYS(faccessat),  SCMP_SYS(faccessat2), SCMP_SYS(fstatfs),
                                 SCMP_SYS(getcwd), SCMP_SYS(getdents64), SCMP_SYS(lstat),      SCMP_SYS(lstat64),
                                 SCMP_SYS(open),   SCMP_SYS(openat),     SCMP_SYS(readlink),   SCMP_SYS(readlinkat),
                                 SCMP_SYS(stat),   SCMP_SYS(stat64),     SCMP_SYS(statx)};

// The harmless commands of fcntl. Others send signals or lock files.
static const unsigned descriptor_commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD,    F_SETFD,
                                               F_GETFL, F_ADD_SEALS,     F_GET_SEALS};

// The calls that a network connection needs besides those on open files.
static int allow_connection(scmp_filter_ctx filter, csandbox_connection connection) {
  if (connection == CSANDBOX_NO_CONNECTION) return 0;
  static const int receiving[] = {SCMP_SYS(recv), SCMP_SYS(recvfrom), SCMP_SYS(send), SCMP_SYS(shutdown)};
  int result = allow_calls(filter, receiving, COUNT(receiving));
  const struct scmp_arg_cmp has_no_target = SCMP_CMP(4, SCMP_CMP_EQ, 0);
  const struct scmp_arg_cmp does_not_connect = SCMP_CMP(3, SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, 0);
  if (result != 0) return result;
  return connection == CSANDBOX_DATAGRAMS
           ? seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendto), 1, does_not_connect)
           : seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendto), 2, does_not_connect, has_no_target);
}

static int filter_calls(bool allows_fonts, csandbox_connection connection) {
  scmp_filter_ctx filter = NULL;
  int result = make_filter(&filter);
  if (result == 0) result = allow_calls(filter, calls, COUNT(calls));
  if (result == 0 && allows_fonts) result = allow_calls(filter, file_calls, COUNT(file_calls));
  // The C library asks for the state of an open file by an empty name.
  if (result == 0) {
    result = allows_fonts ? seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(newfstatat), 0)
                          : allow_if(filter, SCMP_SYS(newfstatat), 3, AT_EMPTY_PATH, AT_EMPTY_PATH);
  }
  if (result == 0) {
    result = allow_any(filter, SCMP_SYS(fcntl), 1, 0xffffffff, descriptor_commands, COUNT(descriptor_commands));
  }
  // No memory becomes code.
  if (result == 0) result = allow_if(filter, SCMP_SYS(mmap), 2, PROT_EXEC, 0);
  if (result == 0) result = allow_if(filter, SCMP_SYS(mmap2), 2, PROT_EXEC, 0);
  if (result == 0) result = allow_if(filter, SCMP_SYS(mprotect), 2, PROT_EXEC, 0);
  if (result == 0) result = allow_if(filter, SCMP_SYS(prctl), 0, 0xffffffff, PR_SET_NAME);
  if (result == 0) result = allow_threads(filter);
  if (result == 0) result = allow_connection(filter, connection);
  // With MSG_FASTOPEN, sending would connect.
  if (result == 0) result = allow_if(filter, SCMP_SYS(sendmsg), 2, MSG_FASTOPEN, 0);
  return load_filter(filter, result);
}

int csandbox_lock_down(const char *const *fonts, size_t count, csandbox_connection connection) {
  struct csandbox_ruleset ruleset;
  int result = csandbox_create_ruleset(&ruleset);
  if (result == 0) {
    for (size_t index = 0; index < count; index++) (void)csandbox_allow(ruleset, fonts[index], CSANDBOX_READ);
    result = csandbox_restrict_self(ruleset);
  }
  // Each layer is entered even if the kernel lacks the other one.
  int filtered = filter_calls(count > 0, connection);
  return result < 0 ? result : filtered;
}
