#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CClock.h"
#include "CLoading.h"
#include "CPortal.h"
#include "library.h"

// MARK: Loading

static struct {
  FUNCTIONS(CLOADING_MEMBER)
} bus;

#define FILL(result, name, arguments) CLOADING_FILL(library, bus, name, #name);

static bool begin(cloading_library *library) {
  FUNCTIONS(FILL)
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libsystemd.so.0", begin);

bool cportal_load(const char **complaint) { return cloading_load(&library, complaint); }

// MARK: Connection

static const char service[] = "org.freedesktop.portal.Desktop";
static const char desktop[] = "/org/freedesktop/portal/desktop";
static const char camera[] = "org.freedesktop.portal.Camera";
static const char request[] = "org.freedesktop.portal.Request";

enum { PATH_SIZE = 256, NO_RESPONSE = -1 };

struct cportal {
  sd_bus *bus;
  // The path of the pending request, and its response.
  char path[PATH_SIZE];
  int response;
};

static int open_bus(const char *address, sd_bus **opened) {
  if (!address) return bus.sd_bus_open_user(opened);
  int status = bus.sd_bus_new(opened);
  if (status >= 0) status = bus.sd_bus_set_address(*opened, address);
  if (status >= 0) status = bus.sd_bus_set_bus_client(*opened, true);
  return status >= 0 ? bus.sd_bus_start(*opened) : status;
}

int cportal_open(const char *address, int timeout, cportal **portal) {
  if (!cportal_load(NULL)) return -ENOSYS;
  cportal *opened = calloc(1, sizeof *opened);
  if (!opened) return -ENOMEM;
  int status = open_bus(address, &opened->bus);
  if (status >= 0) status = bus.sd_bus_set_method_call_timeout(opened->bus, (uint64_t)timeout * 1000);
  if (status < 0) {
    cportal_close(opened);
    return status;
  }
  *portal = opened;
  return 0;
}

void cportal_close(cportal *portal) {
  if (!portal) return;
  if (portal->bus) bus.sd_bus_flush_close_unref(portal->bus);
  free(portal);
}

// Translates the error of a call: a missing portal is ENOENT, and a refusal is EACCES.
static int failure(int status, sd_bus_error *error) {
  static const char *const missing[] = {
      "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
      "org.freedesktop.DBus.Error.UnknownMethod",  "org.freedesktop.DBus.Error.UnknownInterface",
      "org.freedesktop.DBus.Error.UnknownObject",  "org.freedesktop.DBus.Error.UnknownProperty",
      "org.freedesktop.DBus.Error.InvalidArgs"};
  for (size_t index = 0; index < sizeof missing / sizeof *missing; index++) {
    if (bus.sd_bus_error_has_name(error, missing[index])) status = -ENOENT;
  }
  if (bus.sd_bus_error_has_name(error, "org.freedesktop.portal.Error.NotAllowed")) status = -EACCES;
  bus.sd_bus_error_free(error);
  return status;
}

static int property(cportal *portal, const char *name, char type, void *value) {
  sd_bus_error error = {0};
  const int status = bus.sd_bus_get_property_trivial(portal->bus, service, desktop, camera, name, &error, type, value);
  return status < 0 ? failure(status, &error) : 0;
}

int cportal_version(cportal *portal) {
  uint32_t version = 0;
  const int status = property(portal, "version", 'u', &version);
  return status < 0 ? status : (int)(version & 0x7fffffff);
}

int cportal_has_camera(cportal *portal) {
  int is_present = 0;
  const int status = property(portal, "IsCameraPresent", 'b', &is_present);
  return status < 0 ? status : is_present != 0;
}

// MARK: Access

static int on_response(sd_bus_message *message, void *data, sd_bus_error *error) {
  (void)error;
  cportal *portal = data;
  const char *path = bus.sd_bus_message_get_path(message);
  uint32_t response = 0;
  if (!path || strcmp(path, portal->path) != 0) return 0;
  if (bus.sd_bus_message_read(message, "u", &response) < 0) return 0;
  portal->response = response > 2 ? 2 : (int)response;
  return 0;
}

// Waits for the response to the pending request.
static int wait_for_response(cportal *portal, int timeout) {
  const int64_t end = cclock_now() + (int64_t)timeout * 1000000;
  while (portal->response == NO_RESPONSE) {
    int status = bus.sd_bus_process(portal->bus, NULL);
    if (status < 0) return status;
    if (status > 0) continue;
    const int64_t left = timeout < 0 ? 0 : end - cclock_now();
    if (timeout >= 0 && left <= 0) return -ETIMEDOUT;
    status = bus.sd_bus_wait(portal->bus, timeout < 0 ? UINT64_MAX : (uint64_t)left / 1000);
    if (status < 0 && status != -EINTR) return status;
  }
  return portal->response;
}

// Calls AccessCamera, whose reply names the request.
static int begin_request(cportal *portal, const char *token) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int status = bus.sd_bus_call_method(
      portal->bus, service, desktop, camera, "AccessCamera", &error, &reply, "a{sv}", 1, "handle_token", "s", token);
  if (status < 0) return failure(status, &error);
  const char *path = NULL;
  status = bus.sd_bus_message_read(reply, "o", &path);
  // Versions of the portal before 0.9 choose the path themselves.
  if (status >= 0) snprintf(portal->path, sizeof portal->path, "%s", path);
  bus.sd_bus_message_unref(reply);
  return status < 0 ? status : 0;
}

int cportal_request_access(cportal *portal, int timeout) {
  static atomic_uint count;
  char token[32];
  snprintf(token, sizeof token, "opencapture%u", atomic_fetch_add(&count, 1));
  portal->path[0] = 0;
  portal->response = NO_RESPONSE;
  // All responses are received, because one can arrive before the path is known.
  sd_bus_slot *slot = NULL;
  int status = bus.sd_bus_match_signal(portal->bus, &slot, service, NULL, request, "Response", on_response, portal);
  if (status < 0) return status;
  status = begin_request(portal, token);
  if (status >= 0) status = wait_for_response(portal, timeout);
  bus.sd_bus_slot_unref(slot);
  return status;
}

int cportal_open_remote(cportal *portal) {
  sd_bus_error error = {0};
  sd_bus_message *reply = NULL;
  int status =
      bus.sd_bus_call_method(portal->bus, service, desktop, camera, "OpenPipeWireRemote", &error, &reply, "a{sv}", 0);
  if (status < 0) return failure(status, &error);
  int descriptor = -1;
  status = bus.sd_bus_message_read(reply, "h", &descriptor);
  // The message owns the descriptor.
  if (status >= 0) {
    status = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (status < 0) status = -errno;
  }
  bus.sd_bus_message_unref(reply);
  return status;
}
