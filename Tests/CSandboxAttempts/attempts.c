#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/vt.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CSandboxAttempts.h"

static int done(long result) { return result < 0 ? errno : 0; }

static int opened(const char *path, int flags) {
  int file = open(path, flags | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  close(file);
  return 0;
}

int csandboxattempts_read(const char *path) { return opened(path, O_RDONLY); }

int csandboxattempts_write(const char *path) { return opened(path, O_WRONLY); }

int csandboxattempts_make(const char *path) {
  int result = opened(path, O_WRONLY | O_CREAT | O_EXCL);
  return result == 0 ? done(unlink(path)) : result;
}

int csandboxattempts_list(const char *path) {
  DIR *folder = opendir(path);
  if (folder == NULL) return errno;
  closedir(folder);
  return 0;
}

int csandboxattempts_link(const char *path) {
  if (symlink("/etc/passwd", path) != 0) return errno;
  int result = opened(path, O_RDONLY);
  unlink(path);
  return result;
}

int csandboxattempts_share(const char *path) { return opened(path, O_RDWR); }

static int change_mode(int file) {
  struct stat status;
  return fstat(file, &status) < 0 ? errno : done(fchmod(file, status.st_mode & 07777));
}

int csandboxattempts_change_mode(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int result = change_mode(file);
  close(file);
  return result;
}

int csandboxattempts_change_mode_by_name(const char *path) {
  struct stat status;
  return stat(path, &status) < 0 ? errno : done(chmod(path, status.st_mode & 07777));
}

int csandboxattempts_change_times_by_name(const char *path) { return done(utimensat(AT_FDCWD, path, NULL, 0)); }

// A file that was opened for reading, a socket, and a shared memory segment, all from before the sandbox.
static int inherited_file = -1, inherited_socket = -1, inherited_segment = -1;

static int change_inherited_mode(void) { return change_mode(inherited_file); }

static int change_inherited_owner(void) { return done(fchown(inherited_file, geteuid(), getegid())); }

static int change_inherited_times(void) { return done(futimens(inherited_file, NULL)); }

static int signal_by_owner(void) { return done(fcntl(inherited_socket, F_SETOWN, getppid())); }

static int signal_by_extended_owner(void) {
  struct f_owner_ex owner = {F_OWNER_PID, getppid()};
  return done(fcntl(inherited_socket, F_SETOWN_EX, &owner));
}

static int signal_by_request(void) {
  pid_t owner = getppid();
  return done(ioctl(inherited_socket, FIOSETOWN, &owner));
}

static int choose_signal(void) { return done(fcntl(inherited_socket, F_SETSIG, SIGTERM)); }

static int enable_signals(void) {
  int result = done(fcntl(inherited_socket, F_SETFL, O_ASYNC));
  fcntl(inherited_socket, F_SETFL, 0);
  return result;
}

static int read_parents_limits(void) {
  struct rlimit limit;
  return done(prlimit(getppid(), RLIMIT_NOFILE, NULL, &limit));
}

static int set_parents_processors(void) {
  cpu_set_t processors;
  if (sched_getaffinity(getppid(), sizeof processors, &processors) < 0) return errno;
  return done(sched_setaffinity(getppid(), sizeof processors, &processors));
}

static int set_parents_scheduler(void) {
  const struct sched_param parameters = {0};
  return done(sched_setscheduler(getppid(), SCHED_OTHER, &parameters));
}

static int set_parents_attributes(void) {
  char attributes[48] = {0};
  if (syscall(SYS_sched_getattr, getppid(), attributes, sizeof attributes, 0) < 0) return errno;
  return done(syscall(SYS_sched_setattr, getppid(), attributes, 0));
}

static int set_parents_priority(void) {
  return done(setpriority(PRIO_PROCESS, (id_t)getppid(), getpriority(PRIO_PROCESS, (id_t)getppid())));
}

static int set_groups_priority(void) { return done(setpriority(PRIO_PGRP, 0, getpriority(PRIO_PGRP, 0))); }

static int attach_segment(void) {
  void *memory = shmat(inherited_segment, NULL, 0);
  return memory == (void *)-1 ? errno : done(shmdt(memory));
}

// The file is no console, so a request that reaches the kernel fails with ENOTTY.
static int control_console(void) {
  short number;
  return ioctl(inherited_file, VT_OPENQRY, &number) < 0 && errno != ENOTTY ? errno : 0;
}

static int make_socket(int family, int type) {
  int made = socket(family, type, 0);
  if (made < 0) return errno;
  close(made);
  return 0;
}

static int connect_tcp(void) { return make_socket(AF_INET, SOCK_STREAM); }

static int connect_local(void) { return make_socket(AF_UNIX, SOCK_STREAM); }

static int make_netlink_socket(void) { return make_socket(AF_NETLINK, SOCK_RAW); }

static int make_pair(void) {
  int ends[2];
  return done(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
}

static int run_program(void) {
  pid_t process;
  char *arguments[] = {"true", NULL};
  int result = posix_spawn(&process, "/bin/true", NULL, NULL, arguments, NULL);
  if (result == 0) waitpid(process, NULL, 0);
  return result;
}

static int exec_program(void) {
  char *arguments[] = {"true", NULL};
  return done(execve("/bin/true", arguments, arguments + 1));
}

static int make_process(void) {
  pid_t process = fork();
  if (process == 0) _exit(0);
  if (process > 0) waitpid(process, NULL, 0);
  return done(process);
}

static int signal_parent(void) { return done(kill(getppid(), 0)); }

static int debug_parent(void) { return done(ptrace(PTRACE_SEIZE, getppid(), NULL, NULL)); }

static int read_parent(void) {
  char byte;
  struct iovec local = {&byte, 1}, remote = {&byte, 1};
  return done(process_vm_readv(getppid(), &local, 1, &remote, 1, 0));
}

static int read_parents_environment(void) {
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/environ", getppid());
  int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  char byte;
  // Newer kernels let every user open the file, but return no bytes.
  ssize_t count = read(file, &byte, 1);
  int result = count > 0 ? 0 : count == 0 ? EACCES : errno;
  close(file);
  return result;
}

static int simulate_keyboard(void) {
  char byte = '\n';
  return done(ioctl(STDIN_FILENO, TIOCSTI, &byte));
}

static int set_up_ring(void) {
  char parameters[256] = {0};
  return done(syscall(SYS_io_uring_setup, 1, parameters));
}

static int change_root(void) { return done(chroot("/")); }

static int leave_namespace(void) { return done(syscall(SYS_unshare, 0x10000000)); }

static int add_key(void) { return done(syscall(SYS_add_key, "user", "a", "b", 1, -3)); }

// The listening sockets of a server, one for each attempt, and the address of a socket outside the sandbox.
static int listeners[CSANDBOXATTEMPTS_LISTENERS], next_listener;
static struct sockaddr_in elsewhere;

// Returns a listening socket, or -1 on failure.
static int make_listener(struct sockaddr_in *address) {
  int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0) return -1;
  socklen_t length = sizeof *address;
  *address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(made, (struct sockaddr *)address, length) == 0 && listen(made, 8) == 0
      && getsockname(made, (struct sockaddr *)address, &length) == 0) {
    return made;
  }
  close(made);
  return -1;
}

void csandboxattempts_prepare(const char *path) {
  inherited_file = open(path, O_RDONLY);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) inherited_socket = ends[0];
  inherited_segment = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  // The attached segment stays until the end of the process.
  if (inherited_segment >= 0 && shmat(inherited_segment, NULL, 0) != (void *)-1) {
    shmctl(inherited_segment, IPC_RMID, NULL);
  }
  struct sockaddr_in address;
  for (int index = 0; index < CSANDBOXATTEMPTS_LISTENERS; index++) listeners[index] = make_listener(&address);
  make_listener(&elsewhere);
}

// Shuts a listening socket down. It can then connect again by sending (TCP Fast Open, tcp(7)).
static int shut_listener(void) {
  int listener = listeners[next_listener++ % CSANDBOXATTEMPTS_LISTENERS];
  return shutdown(listener, SHUT_RDWR) < 0 ? -errno : listener;
}

static int connect_by_sending(void) {
  int listener = shut_listener();
  if (listener < 0) return -listener;
  return done(sendto(listener, "x", 1, MSG_FASTOPEN, (struct sockaddr *)&elsewhere, sizeof elsewhere));
}

static struct msghdr message_elsewhere(struct iovec *part) {
  *part = (struct iovec){"x", 1};
  return (struct msghdr){.msg_name = &elsewhere, .msg_namelen = sizeof elsewhere, .msg_iov = part, .msg_iovlen = 1};
}

static int connect_by_message(void) {
  int listener = shut_listener();
  if (listener < 0) return -listener;
  struct iovec part;
  struct msghdr message = message_elsewhere(&part);
  return done(sendmsg(listener, &message, MSG_FASTOPEN));
}

static int connect_by_messages(void) {
  int listener = shut_listener();
  if (listener < 0) return -listener;
  struct iovec part;
  struct mmsghdr messages = {.msg_hdr = message_elsewhere(&part)};
  return done(sendmmsg(listener, &messages, 1, MSG_FASTOPEN));
}

static int connect_again(void) {
  int listener = shut_listener();
  if (listener < 0) return -listener;
  return done(connect(listener, (struct sockaddr *)&elsewhere, sizeof elsewhere));
}

static const struct {
  const char *name;
  int (*make)(void);
} attempts[] = {
    {"a TCP socket", connect_tcp},
    {"a local socket", connect_local},
    {"a netlink socket", make_netlink_socket},
    {"a pair of sockets", make_pair},
    {"another program", run_program},
    {"becoming another program", exec_program},
    {"another process", make_process},
    {"a signal to the parent", signal_parent},
    {"debugging the parent", debug_parent},
    {"reading the parent's memory", read_parent},
    {"reading the parent's environment", read_parents_environment},
    {"simulating keyboard input", simulate_keyboard},
    {"io_uring", set_up_ring},
    {"another root", change_root},
    {"a user namespace", leave_namespace},
    {"the kernel's keys", add_key},
    {"connecting with sendto", connect_by_sending},
    {"connecting with sendmsg", connect_by_message},
    {"connecting with sendmmsg", connect_by_messages},
    {"connecting a listener", connect_again},
    {"the mode of an open file", change_inherited_mode},
    {"the owner of an open file", change_inherited_owner},
    {"the times of an open file", change_inherited_times},
    {"signals to the owner of a socket", signal_by_owner},
    {"signals to the extended owner of a socket", signal_by_extended_owner},
    {"signals by a request to a socket", signal_by_request},
    {"the signal of a socket", choose_signal},
    {"enabling signals of a socket", enable_signals},
    {"the parent's limits", read_parents_limits},
    {"the parent's processors", set_parents_processors},
    {"the parent's scheduler", set_parents_scheduler},
    {"the parent's scheduling attributes", set_parents_attributes},
    {"the parent's priority", set_parents_priority},
    {"the priority of the process group", set_groups_priority},
    {"a shared memory segment", attach_segment},
    {"controlling a console", control_console},
};

static const int count = sizeof attempts / sizeof *attempts;

const char *csandboxattempts_name(int number) { return number < count ? attempts[number].name : NULL; }

int csandboxattempts_make_attempt(int number) { return attempts[number].make(); }
