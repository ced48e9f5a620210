#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "CSandbox.h"
#include "filter.h"

// The calls of Glibc, libdispatch, Swift's runtime and the libraries that decode, draw and write. Related calls are
// included, because other versions of the libraries use them.
static const int usual[] = {
    // Memory.
    SCMP_SYS(brk), SCMP_SYS(get_mempolicy), SCMP_SYS(madvise), SCMP_SYS(mbind), SCMP_SYS(membarrier), SCMP_SYS(mincore),
    SCMP_SYS(mlock), SCMP_SYS(mlock2), SCMP_SYS(mmap), SCMP_SYS(mmap2), SCMP_SYS(mprotect), SCMP_SYS(mremap),
    SCMP_SYS(msync), SCMP_SYS(munlock), SCMP_SYS(munmap), SCMP_SYS(pkey_alloc), SCMP_SYS(pkey_free),
    SCMP_SYS(pkey_mprotect), SCMP_SYS(set_mempolicy),
    // Open files; Landlock restricts which ones can be opened.
    SCMP_SYS(close), SCMP_SYS(close_range), SCMP_SYS(copy_file_range), SCMP_SYS(dup), SCMP_SYS(dup2), SCMP_SYS(dup3),
    SCMP_SYS(fadvise64), SCMP_SYS(fadvise64_64), SCMP_SYS(fallocate), SCMP_SYS(fdatasync), SCMP_SYS(flock),
    SCMP_SYS(fstat), SCMP_SYS(fstat64), SCMP_SYS(fstatfs), SCMP_SYS(fstatfs64), SCMP_SYS(fsync), SCMP_SYS(ftruncate),
    SCMP_SYS(ftruncate64), SCMP_SYS(getdents), SCMP_SYS(getdents64), SCMP_SYS(_llseek), SCMP_SYS(lseek), SCMP_SYS(open),
    SCMP_SYS(openat), SCMP_SYS(openat2), SCMP_SYS(pipe), SCMP_SYS(pipe2), SCMP_SYS(pread64), SCMP_SYS(preadv),
    SCMP_SYS(preadv2), SCMP_SYS(pwrite64), SCMP_SYS(pwritev), SCMP_SYS(pwritev2), SCMP_SYS(read), SCMP_SYS(readahead),
    SCMP_SYS(readv), SCMP_SYS(sendfile), SCMP_SYS(sendfile64), SCMP_SYS(sync_file_range), SCMP_SYS(write),
    SCMP_SYS(writev),
    // Names of files.
    SCMP_SYS(access), SCMP_SYS(chdir), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(fstatat64), SCMP_SYS(getcwd),
    SCMP_SYS(link), SCMP_SYS(linkat), SCMP_SYS(lstat), SCMP_SYS(lstat64), SCMP_SYS(mkdir), SCMP_SYS(mkdirat),
    SCMP_SYS(newfstatat), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(rename), SCMP_SYS(renameat),
    SCMP_SYS(renameat2), SCMP_SYS(rmdir), SCMP_SYS(stat), SCMP_SYS(stat64), SCMP_SYS(statfs), SCMP_SYS(statfs64),
    SCMP_SYS(statx), SCMP_SYS(umask), SCMP_SYS(unlink), SCMP_SYS(unlinkat),
    // Waiting and time.
    SCMP_SYS(clock_getres), SCMP_SYS(clock_getres_time64), SCMP_SYS(clock_gettime), SCMP_SYS(clock_gettime64),
    SCMP_SYS(clock_nanosleep), SCMP_SYS(clock_nanosleep_time64), SCMP_SYS(epoll_create), SCMP_SYS(epoll_create1),
    SCMP_SYS(epoll_ctl), SCMP_SYS(epoll_pwait), SCMP_SYS(epoll_pwait2), SCMP_SYS(epoll_wait), SCMP_SYS(eventfd),
    SCMP_SYS(eventfd2), SCMP_SYS(futex), SCMP_SYS(futex_time64), SCMP_SYS(futex_waitv), SCMP_SYS(gettimeofday),
    SCMP_SYS(nanosleep), SCMP_SYS(pause), SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(ppoll_time64), SCMP_SYS(pselect6),
    SCMP_SYS(pselect6_time64), SCMP_SYS(restart_syscall), SCMP_SYS(select), SCMP_SYS(_newselect), SCMP_SYS(time),
    SCMP_SYS(timerfd_create), SCMP_SYS(timerfd_gettime), SCMP_SYS(timerfd_gettime64), SCMP_SYS(timerfd_settime),
    SCMP_SYS(timerfd_settime64), SCMP_SYS(times),
    // Threads of the process and their signals.
    SCMP_SYS(arch_prctl), SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(get_robust_list), SCMP_SYS(getcpu),
    SCMP_SYS(getpriority), SCMP_SYS(gettid), SCMP_SYS(prctl), SCMP_SYS(rseq), SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigpending), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigsuspend),
    SCMP_SYS(rt_sigtimedwait), SCMP_SYS(sched_get_priority_max), SCMP_SYS(sched_get_priority_min),
    SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_getattr), SCMP_SYS(sched_getparam), SCMP_SYS(sched_getscheduler),
    SCMP_SYS(sched_yield), SCMP_SYS(set_robust_list), SCMP_SYS(set_tid_address), SCMP_SYS(sigaltstack),
    SCMP_SYS(sigreturn),
    // Identity and resources of the process.
    SCMP_SYS(getegid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getgroups), SCMP_SYS(getpgid), SCMP_SYS(getpgrp),
    SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(getrandom), SCMP_SYS(getresgid), SCMP_SYS(getresuid),
    SCMP_SYS(getrlimit), SCMP_SYS(getrusage), SCMP_SYS(getsid), SCMP_SYS(getuid), SCMP_SYS(sysinfo),
    SCMP_SYS(ugetrlimit), SCMP_SYS(uname)};

// The calls that affect the process or thread in their first argument. They are allowed for 0, the caller.
static const int own[] = {
    SCMP_SYS(prlimit64), SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_setattr), SCMP_SYS(sched_setscheduler)};

// The commands of fcntl, except for those that send signals: F_SETOWN, F_SETOWN_EX, F_SETSIG, F_SETLEASE and F_NOTIFY.
// F_SETFL has a rule of its own.
static const unsigned descriptor_commands[] = {
    F_DUPFD,     F_DUPFD_CLOEXEC, F_GETFD,      F_SETFD,      F_GETFL,     F_GETLK,
    F_SETLK,     F_SETLKW,        F_GETLK64,    F_SETLK64,    F_SETLKW64,  F_OFD_GETLK,
    F_OFD_SETLK, F_OFD_SETLKW,    F_GETPIPE_SZ, F_SETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS,
};

// The calls for watching devices.
static const int devices[] = {SCMP_SYS(inotify_add_watch), SCMP_SYS(inotify_init1), SCMP_SYS(inotify_rm_watch)};

// The calls on local sockets (`AF_UNIX`), except for sending.
static const int sockets[] = {
    SCMP_SYS(connect),  SCMP_SYS(getpeername), SCMP_SYS(getsockname), SCMP_SYS(getsockopt), SCMP_SYS(memfd_create),
    SCMP_SYS(recvfrom), SCMP_SYS(recvmsg),     SCMP_SYS(setsockopt),  SCMP_SYS(shutdown),
};

// The calls on the open socket of a display and for sharing pictures with it, except for sending. System V shared
// memory is not included, because a filter cannot tell own segments from those of other programs.
static const int windows[] = {
    SCMP_SYS(getpeername), SCMP_SYS(getsockname), SCMP_SYS(getsockopt), SCMP_SYS(memfd_create),
    SCMP_SYS(recvfrom),    SCMP_SYS(recvmsg),     SCMP_SYS(shutdown),
};

// The calls on a listening socket and on its connections, which are read and written like files. New sockets cannot be
// created.
static const int serving[] = {
    SCMP_SYS(accept),     SCMP_SYS(accept4), SCMP_SYS(getpeername), SCMP_SYS(getsockname),
    SCMP_SYS(getsockopt), SCMP_SYS(listen),  SCMP_SYS(setsockopt),  SCMP_SYS(shutdown),
};

// The calls on Internet sockets, except for sending.
static const int network[] = {
    SCMP_SYS(connect), SCMP_SYS(getpeername), SCMP_SYS(getsockname), SCMP_SYS(getsockopt), SCMP_SYS(recvfrom),
    SCMP_SYS(recvmsg), SCMP_SYS(setsockopt),  SCMP_SYS(shutdown),    SCMP_SYS(socketpair),
};

// The calls for messages to worker processes, except for sending.
static const int messages[] = {SCMP_SYS(memfd_create), SCMP_SYS(recvmsg), SCMP_SYS(shutdown), SCMP_SYS(wait4)};

// The calls with which a worker restricts itself further, except for the filter of calls.
static const int restrictions[] = {
    SCMP_SYS(landlock_add_rule), SCMP_SYS(landlock_create_ruleset), SCMP_SYS(landlock_restrict_self)};

// Queries for terminals and pipes. TIOCSTI, which simulates typing, is not included.
static const unsigned controls[] = {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};

// The types of ioctl requests for cameras, in their second byte: media controller.
static const unsigned camera_controls[] = {'|' << 8};

// The requests of Video4Linux, by type and direction. Requests of its type without a direction switch the system's
// virtual consoles.
static const unsigned video_controls[] = {
    _IOC(_IOC_READ, 'V', 0, 0), _IOC(_IOC_WRITE, 'V', 0, 0), _IOC(_IOC_READ | _IOC_WRITE, 'V', 0, 0)};

// The types of ioctl requests for sound: ALSA PCM and control. ALSA timers share theirs with terminals and are
// excluded.
static const unsigned sound_controls[] = {'A' << 8, 'U' << 8};

// The type of ioctl requests for memory that cameras share with PipeWire.
static const unsigned shared_memory_controls[] = {'b' << 8};

// The type of ioctl requests for graphics cards.
static const unsigned window_controls[] = {'d' << 8};

// The families of sockets on which sound servers and PipeWire listen.
static const unsigned local_families[] = {AF_UNIX};

// The families of sockets to connect to brokers and cameras. Name resolution also uses local sockets.
static const unsigned network_families[] = {AF_INET, AF_INET6, AF_UNIX};

// Allows all ioctl requests of the given types.
static int allow_kinds(scmp_filter_ctx filter, const unsigned *kinds, size_t count) {
  return allow_any(filter, SCMP_SYS(ioctl), 1, 0xff00, kinds, count);
}

// Allows commands on open files, but none that makes the kernel send signals, possibly to other processes.
static int allow_descriptor_commands(scmp_filter_ctx filter) {
  static const int calls[] = {SCMP_SYS(fcntl), SCMP_SYS(fcntl64)};
  int result = 0;
  for (size_t index = 0; index < COUNT(calls) && result == 0; index++) {
    result = allow_any(filter, calls[index], 1, 0xffffffff, descriptor_commands, COUNT(descriptor_commands));
    if (result != 0) break;
    result = seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, calls[index], 2, SCMP_CMP(1, SCMP_CMP_MASKED_EQ, 0xffffffff, F_SETFL),
        SCMP_CMP(2, SCMP_CMP_MASKED_EQ, O_ASYNC, 0));
  }
  return result;
}

// Allows setting limits, scheduling and priority of the calling thread, not of others.
static int allow_own_settings(scmp_filter_ctx filter) {
  int result = 0;
  for (size_t index = 0; index < COUNT(own) && result == 0; index++) {
    result = allow_if(filter, own[index], 0, 0xffffffff, 0);
  }
  if (result != 0) return result;
  return seccomp_rule_add(
      filter, SCMP_ACT_ALLOW, SCMP_SYS(setpriority), 2, SCMP_CMP(0, SCMP_CMP_MASKED_EQ, 0xffffffff, PRIO_PROCESS),
      SCMP_CMP(1, SCMP_CMP_MASKED_EQ, 0xffffffff, 0));
}

// Allows sending on connected sockets. MSG_FASTOPEN is excluded: with it, sending connects a TCP socket that was shut
// down, and neither a rule for connect() nor Landlock prevents that.
static int allow_sending(scmp_filter_ctx filter) {
  int result = allow_if(filter, SCMP_SYS(sendto), 3, MSG_FASTOPEN, 0);
  return result == 0 ? allow_if(filter, SCMP_SYS(sendmsg), 2, MSG_FASTOPEN, 0) : result;
}

// Allows further restrictions of this process, which it does not observe itself.
static int allow_restrictions(scmp_filter_ctx filter) {
  int result = allow_calls(filter, restrictions, COUNT(restrictions));
  if (result != 0) return result;
  return seccomp_rule_add(
      filter, SCMP_ACT_ALLOW, SCMP_SYS(seccomp), 2,
      SCMP_CMP(0, SCMP_CMP_MASKED_EQ, 0xffffffff, SECCOMP_SET_MODE_FILTER),
      SCMP_CMP(1, SCMP_CMP_MASKED_EQ, SECCOMP_FILTER_FLAG_NEW_LISTENER, 0));
}

// Allows creating sockets of the given families.
static int allow_sockets(scmp_filter_ctx filter, const unsigned *families, size_t count) {
  return allow_any(filter, SCMP_SYS(socket), 0, 0xffffffff, families, count);
}

bool csandbox_is_sanitized(void) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return true;
#endif
#endif
  return false;
}

bool csandbox_supports_filters(void) { return seccomp_api_get() > 0; }

int csandbox_filter_calls(
    bool allows_cameras, bool allows_sound, bool allows_pipewire, bool allows_window, bool allows_serving,
    bool allows_network, bool allows_datagrams, bool allows_workers) {
  const bool allows_servers = allows_sound || allows_pipewire;
  scmp_filter_ctx filter = NULL;
  int result = make_filter(&filter);
  if (result == 0) result = allow_calls(filter, usual, COUNT(usual));
  if (result == 0) result = allow_threads(filter);
  if (result == 0) result = allow_descriptor_commands(filter);
  if (result == 0) result = allow_own_settings(filter);
  if (result == 0) result = allow_any(filter, SCMP_SYS(ioctl), 1, 0xffffffff, controls, COUNT(controls));
  if (result == 0 && allows_cameras) result = allow_kinds(filter, camera_controls, COUNT(camera_controls));
  if (result == 0 && allows_cameras) {
    const scmp_datum_t mask = _IOC(_IOC_READ | _IOC_WRITE, 0xff, 0, 0);
    result = allow_any(filter, SCMP_SYS(ioctl), 1, mask, video_controls, COUNT(video_controls));
  }
  if (result == 0 && allows_sound) result = allow_kinds(filter, sound_controls, COUNT(sound_controls));
  if (result == 0 && allows_pipewire) {
    result = allow_kinds(filter, shared_memory_controls, COUNT(shared_memory_controls));
  }
  if (result == 0 && allows_servers) result = allow_sockets(filter, local_families, COUNT(local_families));
  if (result == 0 && allows_servers) result = allow_calls(filter, sockets, COUNT(sockets));
  if (result == 0 && allows_serving) result = allow_calls(filter, serving, COUNT(serving));
  if (result == 0 && (allows_cameras || allows_servers)) result = allow_calls(filter, devices, COUNT(devices));
  if (result == 0 && allows_window) result = allow_kinds(filter, window_controls, COUNT(window_controls));
  if (result == 0 && allows_window) result = allow_calls(filter, windows, COUNT(windows));
  if (result == 0 && allows_network) result = allow_sockets(filter, network_families, COUNT(network_families));
  if (result == 0 && allows_network) result = allow_calls(filter, network, COUNT(network));
  // Name resolution sends its queries with sendmmsg. As above, MSG_FASTOPEN is excluded.
  if (result == 0 && allows_network) result = allow_if(filter, SCMP_SYS(sendmmsg), 3, MSG_FASTOPEN, 0);
  // Landlock prevents binding TCP sockets, and listen() is not allowed.
  if (result == 0 && allows_datagrams) result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(bind), 0);
  if (result == 0 && allows_workers) result = allow_calls(filter, messages, COUNT(messages));
  if (result == 0 && allows_workers) result = allow_restrictions(filter);
  if (result == 0 && (allows_servers || allows_window || allows_network || allows_workers)) {
    result = allow_sending(filter);
  }
  return load_filter(filter, result);
}
