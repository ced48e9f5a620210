#include <errno.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "CSandbox.h"

// What is called by Glibc, libdispatch, Swift's runtime and the libraries that decode, draw and write; and their
// siblings, which other versions of them call instead.
static const int allowed[] = {
    // Memory.
    SCMP_SYS(brk),
    SCMP_SYS(get_mempolicy),
    SCMP_SYS(madvise),
    SCMP_SYS(mbind),
    SCMP_SYS(membarrier),
    SCMP_SYS(mincore),
    SCMP_SYS(mlock),
    SCMP_SYS(mlock2),
    SCMP_SYS(mmap),
    SCMP_SYS(mmap2),
    SCMP_SYS(mprotect),
    SCMP_SYS(mremap),
    SCMP_SYS(msync),
    SCMP_SYS(munlock),
    SCMP_SYS(munmap),
    SCMP_SYS(pkey_alloc),
    SCMP_SYS(pkey_free),
    SCMP_SYS(pkey_mprotect),
    SCMP_SYS(set_mempolicy),
    // Open files; which, Landlock says.
    SCMP_SYS(close),
    SCMP_SYS(close_range),
    SCMP_SYS(copy_file_range),
    SCMP_SYS(dup),
    SCMP_SYS(dup2),
    SCMP_SYS(dup3),
    SCMP_SYS(fadvise64),
    SCMP_SYS(fadvise64_64),
    SCMP_SYS(fallocate),
    SCMP_SYS(fchmod),
    SCMP_SYS(fchown),
    SCMP_SYS(fcntl),
    SCMP_SYS(fcntl64),
    SCMP_SYS(fdatasync),
    SCMP_SYS(flock),
    SCMP_SYS(fstat),
    SCMP_SYS(fstat64),
    SCMP_SYS(fstatfs),
    SCMP_SYS(fstatfs64),
    SCMP_SYS(fsync),
    SCMP_SYS(ftruncate),
    SCMP_SYS(ftruncate64),
    SCMP_SYS(getdents),
    SCMP_SYS(getdents64),
    SCMP_SYS(_llseek),
    SCMP_SYS(lseek),
    SCMP_SYS(open),
    SCMP_SYS(openat),
    SCMP_SYS(openat2),
    SCMP_SYS(pipe),
    SCMP_SYS(pipe2),
    SCMP_SYS(pread64),
    SCMP_SYS(preadv),
    SCMP_SYS(preadv2),
    SCMP_SYS(pwrite64),
    SCMP_SYS(pwritev),
    SCMP_SYS(pwritev2),
    SCMP_SYS(read),
    SCMP_SYS(readahead),
    SCMP_SYS(readv),
    SCMP_SYS(sendfile),
    SCMP_SYS(sendfile64),
    SCMP_SYS(sync_file_range),
    SCMP_SYS(write),
    SCMP_SYS(writev),
    // Names of files.
    SCMP_SYS(access),
    SCMP_SYS(chdir),
    SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2),
    SCMP_SYS(fstatat64),
    SCMP_SYS(getcwd),
    SCMP_SYS(link),
    SCMP_SYS(linkat),
    SCMP_SYS(lstat),
    SCMP_SYS(lstat64),
    SCMP_SYS(mkdir),
    SCMP_SYS(mkdirat),
    SCMP_SYS(newfstatat),
    SCMP_SYS(readlink),
    SCMP_SYS(readlinkat),
    SCMP_SYS(rename),
    SCMP_SYS(renameat),
    SCMP_SYS(renameat2),
    SCMP_SYS(rmdir),
    SCMP_SYS(stat),
    SCMP_SYS(stat64),
    SCMP_SYS(statfs),
    SCMP_SYS(statfs64),
    SCMP_SYS(statx),
    SCMP_SYS(umask),
    SCMP_SYS(unlink),
    SCMP_SYS(unlinkat),
    SCMP_SYS(utimensat),
    // Waiting, and the time.
    SCMP_SYS(clock_getres),
    SCMP_SYS(clock_getres_time64),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_gettime64),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(clock_nanosleep_time64),
    SCMP_SYS(epoll_create),
    SCMP_SYS(epoll_create1),
    SCMP_SYS(epoll_ctl),
    SCMP_SYS(epoll_pwait),
    SCMP_SYS(epoll_pwait2),
    SCMP_SYS(epoll_wait),
    SCMP_SYS(eventfd),
    SCMP_SYS(eventfd2),
    SCMP_SYS(futex),
    SCMP_SYS(futex_time64),
    SCMP_SYS(futex_waitv),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(nanosleep),
    SCMP_SYS(pause),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(ppoll_time64),
    SCMP_SYS(pselect6),
    SCMP_SYS(pselect6_time64),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(select),
    SCMP_SYS(_newselect),
    SCMP_SYS(time),
    SCMP_SYS(timerfd_create),
    SCMP_SYS(timerfd_gettime),
    SCMP_SYS(timerfd_gettime64),
    SCMP_SYS(timerfd_settime),
    SCMP_SYS(timerfd_settime64),
    SCMP_SYS(times),
    // Threads, as far as they are the process's own, and their signals.
    SCMP_SYS(arch_prctl),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(get_robust_list),
    SCMP_SYS(getcpu),
    SCMP_SYS(getpriority),
    SCMP_SYS(gettid),
    SCMP_SYS(prctl),
    SCMP_SYS(rseq),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigpending),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(rt_sigsuspend),
    SCMP_SYS(rt_sigtimedwait),
    SCMP_SYS(sched_get_priority_max),
    SCMP_SYS(sched_get_priority_min),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_getattr),
    SCMP_SYS(sched_getparam),
    SCMP_SYS(sched_getscheduler),
    SCMP_SYS(sched_setaffinity),
    SCMP_SYS(sched_setattr),
    SCMP_SYS(sched_setscheduler),
    SCMP_SYS(sched_yield),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(set_tid_address),
    SCMP_SYS(setpriority),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(sigreturn),
    // Who and where it is.
    SCMP_SYS(getegid),
    SCMP_SYS(geteuid),
    SCMP_SYS(getgid),
    SCMP_SYS(getgroups),
    SCMP_SYS(getpgid),
    SCMP_SYS(getpgrp),
    SCMP_SYS(getpid),
    SCMP_SYS(getppid),
    SCMP_SYS(getrandom),
    SCMP_SYS(getresgid),
    SCMP_SYS(getresuid),
    SCMP_SYS(getrlimit),
    SCMP_SYS(getrusage),
    SCMP_SYS(getsid),
    SCMP_SYS(getuid),
    SCMP_SYS(prlimit64),
    SCMP_SYS(sysinfo),
    SCMP_SYS(ugetrlimit),
    SCMP_SYS(uname),
};

// Of a terminal and of pipes, to ask; nothing that types for the person (TIOCSTI).
static const unsigned controls[] = {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};

// The kinds of controls that cameras have, in their second byte: Video4Linux's and the media controller's.
static const unsigned camera_controls[] = {'V' << 8, '|' << 8};

// Those of sound: ALSA's PCMs and cards. Its timers share theirs with terminals, which type.
static const unsigned sound_controls[] = {'A' << 8, 'U' << 8};

// What watchers of devices call.
static const int device_calls[] = {SCMP_SYS(inotify_add_watch), SCMP_SYS(inotify_init1), SCMP_SYS(inotify_rm_watch)};

// What is called on a socket of the machine's own, once there is one.
static const int socket_calls[] = {
    SCMP_SYS(connect),      SCMP_SYS(getpeername), SCMP_SYS(getsockname), SCMP_SYS(getsockopt),
    SCMP_SYS(memfd_create), SCMP_SYS(recvfrom),    SCMP_SYS(recvmsg),     SCMP_SYS(sendmsg),
    SCMP_SYS(sendto),       SCMP_SYS(setsockopt),  SCMP_SYS(shutdown),
};

static int allow_threads(scmp_filter_ctx filter) {
  // A new thread, not a new process; what clone3 is asked for can't be looked at, and Glibc then takes clone.
  int result = seccomp_rule_add(
      filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
  // To end by a signal, as abort() does.
  scmp_datum_t process = (scmp_datum_t)getpid();
  if (result == 0) {
    result =
        seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffff, process));
  }
  return result;
}

static int allow_calls(scmp_filter_ctx filter, const int *calls, size_t count) {
  int result = 0;
  for (size_t index = 0; index < count && result == 0; index++) {
    result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[index], 0);
  }
  return result;
}

// All controls of a kind.
static int allow_kinds(scmp_filter_ctx filter, const unsigned *kinds, size_t count) {
  int result = 0;
  for (size_t index = 0; index < count && result == 0; index++) {
    result =
        seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1, SCMP_A1(SCMP_CMP_MASKED_EQ, 0xff00, kinds[index]));
  }
  return result;
}

#define COUNT(array) (sizeof array / sizeof *array)

// Sound servers listen on sockets of the machine's own; no other can be made.
static int allow_sockets(scmp_filter_ctx filter) {
  int result =
      seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffff, AF_UNIX));
  return result == 0 ? allow_calls(filter, socket_calls, COUNT(socket_calls)) : result;
}

static int allow_controls(scmp_filter_ctx filter) {
  int result = 0;
  for (size_t index = 0; index < sizeof controls / sizeof *controls && result == 0; index++) {
    result = seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1, SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, controls[index]));
  }
  return result;
}

bool csandbox_is_sanitized(void) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return true;
#endif
#endif
  return false;
}

bool csandbox_knows_filters(void) { return seccomp_api_get() > 0; }

int csandbox_filter_calls(bool allows_cameras, bool allows_sound) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
  if (filter == NULL) return -ENOMEM;
  int result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  // A tree, since most calls would else be compared with all that stand before them.
  if (result == 0) result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  if (result == 0) result = allow_calls(filter, allowed, COUNT(allowed));
  if (result == 0) result = allow_threads(filter);
  if (result == 0) result = allow_controls(filter);
  if (result == 0 && allows_cameras) result = allow_kinds(filter, camera_controls, COUNT(camera_controls));
  if (result == 0 && allows_sound) result = allow_kinds(filter, sound_controls, COUNT(sound_controls));
  if (result == 0 && allows_sound) result = allow_sockets(filter);
  if (result == 0 && (allows_cameras || allows_sound)) result = allow_calls(filter, device_calls, COUNT(device_calls));
  if (result == 0) result = seccomp_load(filter);
  seccomp_release(filter);
  return result;
}
