#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CProcesses.h"

extern char **environ;

int csystem_spawn(const char *path, char *const arguments[], int socket, bool has_own_session, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int result = posix_spawn_file_actions_init(&actions);
  if (result != 0) return -result;
  result = posix_spawnattr_init(&attributes);
  if (result != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return -result;
  }
  // In this order, so that the socket is not overwritten before it is copied.
  if (result == 0) result = posix_spawn_file_actions_adddup2(&actions, socket, CSYSTEM_PARENT_SOCKET);
  if (result == 0) result = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (result == 0) result = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (result == 0) result = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  if (result == 0) result = posix_spawn_file_actions_addclosefrom_np(&actions, CSYSTEM_PARENT_SOCKET + 1);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  if (result == 0) result = posix_spawnattr_setsigmask(&attributes, &none);
  if (result == 0) result = posix_spawnattr_setsigdefault(&attributes, &all);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (has_own_session) flags |= POSIX_SPAWN_SETSID;
  if (result == 0) result = posix_spawnattr_setflags(&attributes, flags);
  if (result == 0) result = posix_spawn(pid, path, &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return -result;
}

int csystem_end_with_parent(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return -errno;
  // The parent can have ended before.
  return getppid() == parent ? 0 : -ESRCH;
}

int csystem_limit_memory(uint64_t bytes) {
  struct rlimit memory = {.rlim_cur = bytes, .rlim_max = bytes};
  struct rlimit none = {0};
  return setrlimit(RLIMIT_DATA, &memory) == 0 && setrlimit(RLIMIT_CORE, &none) == 0 ? 0 : -errno;
}

int64_t csystem_processor_time(pid_t pid) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return -1;
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int csystem_create_memory(const char *name) {
  int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return memory < 0 ? -errno : memory;
}

static const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

int csystem_seal(int memory) { return fcntl(memory, F_ADD_SEALS, seals) == 0 ? 0 : -errno; }

bool csystem_is_sealed(int memory) {
  int set = fcntl(memory, F_GET_SEALS);
  return set >= 0 && (set & seals) == seals;
}

static const int size_seals = F_SEAL_SHRINK | F_SEAL_GROW;

int csystem_fix_size(int memory, size_t count) {
  return ftruncate(memory, (off_t)count) == 0 && fcntl(memory, F_ADD_SEALS, size_seals) == 0 ? 0 : -errno;
}

bool csystem_has_fixed_size(int memory) {
  int set = fcntl(memory, F_GET_SEALS);
  return set >= 0 && (set & size_seals) == size_seals;
}

int csystem_send(int socket, const void *bytes, size_t count, int descriptor, int flags) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  union {
    char space[CMSG_SPACE(sizeof(int))];
    struct cmsghdr alignment;
  } control = {0};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor >= 0) {
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL | flags);
  } while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : 0;
}

ssize_t csystem_receive(int socket, void *bytes, size_t count, int *descriptor, int flags) {
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  union {
    char space[CMSG_SPACE(sizeof(int))];
    struct cmsghdr alignment;
  } control = {0};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
  *descriptor = -1;
  ssize_t received;
  do {
    received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | flags);
  } while (received < 0 && errno == EINTR);
  if (received < 0) return -errno;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS
      && header->cmsg_len == CMSG_LEN(sizeof(int))) {
    memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  }
  if ((message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0) return received;
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
  return -EMSGSIZE;
}
