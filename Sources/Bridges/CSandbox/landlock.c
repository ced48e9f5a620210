#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CSandbox.h"

// Rights added after version 1, for older kernel headers.
static const uint64_t refer = 1ULL << 13;  // version 2
static const uint64_t truncate_file = 1ULL << 14;  // version 3
static const uint64_t ioctl_device = 1ULL << 15;  // version 5
static const uint64_t bind_tcp = 1ULL << 0;  // version 4
static const uint64_t connect_tcp = 1ULL << 1;  // version 4
static const uint64_t abstract_sockets = 1ULL << 0;  // version 6
static const uint64_t signals = 1ULL << 1;  // version 6

static const int port_rule = 2;  // version 4

// struct landlock_net_port_attr.
struct port_attributes {
  uint64_t access, port;
};

// struct landlock_ruleset_attr of version 6.
struct attributes {
  uint64_t files, network, scope;
};

static const uint64_t read_rights = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
static const uint64_t create_rights = LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR
                                    | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR;

int csandbox_landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? -errno : (int)version;
}

static uint64_t file_rights(int version) {
  uint64_t rights = (1ULL << 13) - 1;
  if (version >= 2) rights |= refer;
  if (version >= 3) rights |= truncate_file;
  if (version >= 5) rights |= ioctl_device;
  return rights;
}

int csandbox_create_ruleset(struct csandbox_ruleset *ruleset) {
  int version = csandbox_landlock_version();
  if (version < 0) return version;
  struct attributes attributes = {
      .files = file_rights(version),
      .network = version >= 4 ? bind_tcp | connect_tcp : 0,
      .scope = version >= 6 ? abstract_sockets | signals : 0,
  };
  size_t size = version >= 6 ? sizeof attributes
              : version >= 4 ? offsetof(struct attributes, scope)
                             : offsetof(struct attributes, network);
  long descriptor = syscall(SYS_landlock_create_ruleset, &attributes, size, 0);
  if (descriptor < 0) return -errno;
  *ruleset = (struct csandbox_ruleset){
      .descriptor = (int)descriptor, .rights = attributes.files, .supports_tcp = version >= 4};
  return 0;
}

static uint64_t rights_for(enum csandbox_access access) {
  switch (access) {
    case CSANDBOX_READ: return read_rights;
    case CSANDBOX_READ_FILES: return LANDLOCK_ACCESS_FS_READ_FILE;
    case CSANDBOX_WRITE: return read_rights | create_rights | LANDLOCK_ACCESS_FS_WRITE_FILE | truncate_file;
    case CSANDBOX_DEVICE: return read_rights | LANDLOCK_ACCESS_FS_WRITE_FILE | ioctl_device;
  }
  return 0;
}

int csandbox_allow(struct csandbox_ruleset ruleset, const char *path, enum csandbox_access access) {
  int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return -errno;
  struct stat status;
  int result = -EIO;
  if (fstat(file, &status) == 0) {
    uint64_t rights = rights_for(access) & ruleset.rights;
    // The kernel rejects a rule with rights that apply only to folders.
    if (!S_ISDIR(status.st_mode)) {
      rights &= LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | truncate_file | ioctl_device;
    }
    struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = file};
    long added = syscall(SYS_landlock_add_rule, ruleset.descriptor, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    result = added == 0 ? 0 : -errno;
  }
  close(file);
  return result;
}

int csandbox_allow_port(struct csandbox_ruleset ruleset, uint16_t port) {
  if (!ruleset.supports_tcp) return 0;
  struct port_attributes rule = {.access = connect_tcp, .port = port};
  long added = syscall(SYS_landlock_add_rule, ruleset.descriptor, port_rule, &rule, 0);
  return added == 0 ? 0 : -errno;
}

// Drops capabilities of root. CAP_FSETID would keep the set-user-ID bits of files that are written. The others allow
// inspecting other processes. Landlock doesn't prevent that, and a rule for /proc meant for this process also allows
// the entries of others.
static void drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
  if (syscall(SYS_capget, &header, sets) != 0) return;
  static const int capabilities[] = {CAP_FSETID, CAP_SYS_PTRACE, CAP_SYS_ADMIN, 38 /* CAP_PERFMON, Linux 5.8 */};
  for (size_t index = 0; index < sizeof capabilities / sizeof *capabilities; index++) {
    const int capability = capabilities[index];
    sets[CAP_TO_INDEX(capability)].effective &= ~CAP_TO_MASK(capability);
    sets[CAP_TO_INDEX(capability)].permitted &= ~CAP_TO_MASK(capability);
    sets[CAP_TO_INDEX(capability)].inheritable &= ~CAP_TO_MASK(capability);
  }
  syscall(SYS_capset, &header, sets);
}

int csandbox_restrict_self(struct csandbox_ruleset ruleset) {
  drop_capabilities();
  int result = 0;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(SYS_landlock_restrict_self, ruleset.descriptor, 0) != 0) {
    result = -errno;
  }
  close(ruleset.descriptor);
  return result;
}

struct visit {
  void (*body)(const char *path, void *context);
  void *context;
};

static int visit_library(struct dl_phdr_info *info, size_t size, void *visit_pointer) {
  (void)size;
  struct visit *visit = visit_pointer;
  // The program itself and the kernel's vDSO have no path.
  if (info->dlpi_name != NULL && info->dlpi_name[0] == '/') visit->body(info->dlpi_name, visit->context);
  return 0;
}

void csandbox_for_each_library(void (*body)(const char *path, void *context), void *context) {
  struct visit visit = {.body = body, .context = context};
  dl_iterate_phdr(visit_library, &visit);
}
