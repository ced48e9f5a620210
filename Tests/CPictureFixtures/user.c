#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

#include "CPictureFixtures.h"

// System calls, because the functions of Glibc change all threads of the process.
bool fixture_become_user(unsigned user) {
  return syscall(SYS_setgroups, 0, NULL) == 0 && syscall(SYS_setresgid, user, user, user) == 0
      && syscall(SYS_setresuid, user, user, user) == 0;
}
