#include <errno.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "CSandbox.h"
#include "calls.h"

// Queries for terminals and pipes. TIOCSTI, which simulates typing, is not included.
static const unsigned controls[] = {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};

// The types of ioctl requests for cameras, in their second byte: Video4Linux and media controller.
static const unsigned camera_controls[] = {'V' << 8, '|' << 8};

// The types of ioctl requests for sound: ALSA PCM and control. ALSA timers share theirs with terminals and are
// excluded.
static const unsigned sound_controls[] = {'A' << 8, 'U' << 8};

// The type of ioctl requests for graphics cards.
static const unsigned window_controls[] = {'d' << 8};

static int allow_threads(scmp_filter_ctx filter) {
  // Allow new threads, not new processes. A filter cannot inspect the flags of clone3; Glibc falls back to clone.
  int result = seccomp_rule_add(
      filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
  // Allow signals to the own process, as abort() sends.
  scmp_datum_t process = (scmp_datum_t)getpid();
  if (result == 0) {
    result =
        seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffff, process));
  }
  return result;
}

static int allow_calls(scmp_filter_ctx filter, struct calls calls) {
  int result = 0;
  for (size_t index = 0; index < calls.count && result == 0; index++) {
    result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls.numbers[index], 0);
  }
  return result;
}

// Allows sending on connected sockets. MSG_FASTOPEN is excluded: with it, sending connects a TCP socket that was shut
// down, and neither a rule for connect() nor Landlock prevents that.
static int allow_sending(scmp_filter_ctx filter) {
  int result =
      seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendto), 1, SCMP_A3(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, 0));
  if (result != 0) return result;
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendmsg), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, 0));
}

// Allows all ioctl requests of the given types.
static int allow_kinds(scmp_filter_ctx filter, const unsigned *kinds, size_t count) {
  int result = 0;
  for (size_t index = 0; index < count && result == 0; index++) {
    result =
        seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1, SCMP_A1(SCMP_CMP_MASKED_EQ, 0xff00, kinds[index]));
  }
  return result;
}

#define COUNT(array) (sizeof array / sizeof *array)

// Allows local sockets, on which sound servers listen. Other sockets cannot be created.
static int allow_sockets(scmp_filter_ctx filter) {
  int result =
      seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffff, AF_UNIX));
  return result == 0 ? allow_calls(filter, csandbox_socket_calls) : result;
}

// Allows Internet sockets, to connect to brokers and cameras. Name resolution also uses local sockets.
static int allow_network(scmp_filter_ctx filter) {
  static const scmp_datum_t families[] = {AF_INET, AF_INET6, AF_UNIX};
  int result = 0;
  for (size_t index = 0; index < COUNT(families) && result == 0; index++) {
    result = seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffff, families[index]));
  }
  // Name resolution sends its queries with sendmmsg. As above, MSG_FASTOPEN is excluded.
  if (result == 0) {
    result =
        seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendmmsg), 1, SCMP_A3(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, 0));
  }
  return result == 0 ? allow_calls(filter, csandbox_network_calls) : result;
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

bool csandbox_supports_filters(void) { return seccomp_api_get() > 0; }

int csandbox_filter_calls(
    bool allows_cameras, bool allows_sound, bool allows_window, bool allows_serving, bool allows_network,
    bool allows_datagrams) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
  if (filter == NULL) return -ENOMEM;
  int result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  // A binary tree, because otherwise most calls would be compared with all calls before them.
  if (result == 0) result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  if (result == 0) result = allow_calls(filter, csandbox_common_calls);
  if (result == 0) result = allow_threads(filter);
  if (result == 0) result = allow_controls(filter);
  if (result == 0 && allows_cameras) result = allow_kinds(filter, camera_controls, COUNT(camera_controls));
  if (result == 0 && allows_sound) result = allow_kinds(filter, sound_controls, COUNT(sound_controls));
  if (result == 0 && allows_sound) result = allow_sockets(filter);
  if (result == 0 && allows_serving) result = allow_calls(filter, csandbox_serving_calls);
  if (result == 0 && (allows_cameras || allows_sound)) result = allow_calls(filter, csandbox_device_calls);
  if (result == 0 && allows_window) result = allow_kinds(filter, window_controls, COUNT(window_controls));
  if (result == 0 && allows_window) result = allow_calls(filter, csandbox_window_calls);
  if (result == 0 && allows_network) result = allow_network(filter);
  // Landlock prevents binding TCP sockets, and listen() is not allowed.
  if (result == 0 && allows_datagrams) result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(bind), 0);
  if (result == 0 && (allows_sound || allows_window || allows_network)) result = allow_sending(filter);
  if (result == 0) result = seccomp_load(filter);
  seccomp_release(filter);
  return result;
}
