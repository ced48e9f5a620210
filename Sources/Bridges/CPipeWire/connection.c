#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CClock.h"
#include "library.h"

// MARK: Loading

struct cpipewire_library cpipewire;

#define FILL(result, name, arguments) CLOADING_FILL(library, cpipewire, name, #name);

static bool begin(cloading_library *library) {
  FUNCTIONS(FILL)
  cpipewire.pw_init(NULL, NULL);
  // Suppresses PipeWire's own output on standard error, because the callers report all errors.
  if (!getenv("PIPEWIRE_DEBUG")) cpipewire.pw_log_set_level(SPA_LOG_LEVEL_NONE);
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libpipewire-0.3.so.0", begin);

bool cpipewire_load(const char **complaint) { return cloading_load(&library, complaint); }

const char *cpipewire_library_version(void) { return cpipewire_load(NULL) ? cpipewire.pw_get_library_version() : ""; }

// MARK: Core

static void on_core_info(void *data, const struct pw_core_info *info) {
  struct cpipewire_connection *connection = data;
  if (info->version) snprintf(connection->version, sizeof connection->version, "%s", info->version);
}

static void on_core_done(void *data, uint32_t id, int request) {
  struct cpipewire_connection *connection = data;
  if (id == PW_ID_CORE) connection->answered = request;
}

static void on_core_error(void *data, uint32_t id, int request, int result, const char *message) {
  (void)request, (void)message;
  struct cpipewire_connection *connection = data;
  if (result >= 0) return;
  // Errors of other objects, such as a source that just disconnected, do not end the connection.
  *(id == PW_ID_CORE ? &connection->failure : &connection->object_failure) = result;
}

static const struct pw_core_events core_events = {
    PW_VERSION_CORE_EVENTS, .info = on_core_info, .done = on_core_done, .error = on_core_error};

// MARK: Video sources

struct source {
  struct source *next;
  struct cpipewire_connection *connection;
  struct pw_proxy *proxy;
  struct spa_hook hook;
  uint32_t id;
};

enum { PROPERTIES = 256 };

static void on_node_info(void *data, const struct pw_node_info *info) {
  struct source *source = data;
  if (!info->props || !(info->change_mask & PW_NODE_CHANGE_MASK_PROPS)) return;
  cpipewire_property properties[PROPERTIES];
  size_t count = 0;
  const struct spa_dict_item *item;
  spa_dict_for_each(item, info->props) {
    if (count < PROPERTIES && item->key && item->value) {
      properties[count++] = (cpipewire_property){.key = item->key, .value = item->value};
    }
  }
  const cpipewire_events *events = &source->connection->events;
  events->source_changed(events->context, source->id, properties, count);
}

static const struct pw_node_events node_events = {PW_VERSION_NODE_EVENTS, .info = on_node_info};

static void release_source(struct source *source) {
  spa_hook_remove(&source->hook);
  cpipewire.pw_proxy_destroy(source->proxy);
  free(source);
}

static bool is_equal(const struct spa_dict *properties, const char *key, const char *value) {
  const char *actual = properties ? spa_dict_lookup(properties, key) : NULL;
  return actual && strcmp(actual, value) == 0;
}

static void on_global(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
    const struct spa_dict *properties) {
  (void)permissions, (void)version;
  struct cpipewire_connection *connection = data;
  if (strcmp(type, PW_TYPE_INTERFACE_Metadata) == 0 && is_equal(properties, PW_KEY_METADATA_NAME, "default")) {
    connection->has_session_manager = true;
  }
  if (strcmp(type, PW_TYPE_INTERFACE_Node) != 0) return;
  if (!is_equal(properties, PW_KEY_MEDIA_CLASS, "Video/Source")) return;
  struct source *source = calloc(1, sizeof *source);
  if (!source) return;
  source->id = id;
  source->connection = connection;
  // The list of globals leaves out most properties of a node.
  source->proxy = pw_registry_bind(connection->registry, id, type, PW_VERSION_NODE, 0);
  if (!source->proxy) {
    free(source);
    return;
  }
  pw_node_add_listener((struct pw_node *)source->proxy, &source->hook, &node_events, source);
  source->next = connection->sources;
  connection->sources = source;
}

static void on_global_removed(void *data, uint32_t id) {
  struct cpipewire_connection *connection = data;
  for (struct source **link = &connection->sources; *link; link = &(*link)->next) {
    struct source *source = *link;
    if (source->id != id) continue;
    *link = source->next;
    release_source(source);
    connection->events.object_removed(connection->events.context, id);
    return;
  }
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS, .global = on_global, .global_remove = on_global_removed};

// MARK: Connection

// Interrupts the wait of cpipewire_run; there is nothing else to do.
static void on_wake(void *data, uint64_t count) { (void)data, (void)count; }

static int failure_of_call(void) { return errno ? -errno : -EIO; }

static int open_connection(struct cpipewire_connection *connection, int descriptor) {
  errno = 0;
  connection->loop = cpipewire.pw_loop_new(NULL);
  if (!connection->loop) return failure_of_call();
  connection->wake = pw_loop_add_event(connection->loop, on_wake, connection);
  connection->context = cpipewire.pw_context_new(connection->loop, NULL, 0);
  if (!connection->wake || !connection->context) return failure_of_call();
  // PipeWire closes the descriptor, also if it fails.
  connection->core = descriptor < 0 ? cpipewire.pw_context_connect(connection->context, NULL, 0)
                                    : cpipewire.pw_context_connect_fd(connection->context, descriptor, NULL, 0);
  if (!connection->core) return failure_of_call();
  pw_core_add_listener(connection->core, &connection->core_hook, &core_events, connection);
  connection->registry = pw_core_get_registry(connection->core, PW_VERSION_REGISTRY, 0);
  if (!connection->registry) return failure_of_call();
  if (connection->events.source_changed) {
    pw_registry_add_listener(connection->registry, &connection->registry_hook, &registry_events, connection);
  }
  return 0;
}

int cpipewire_connect(int descriptor, const cpipewire_events *events, cpipewire_connection **connection) {
  if (!cpipewire_load(NULL)) return -ENOSYS;
  cpipewire_connection *opened = calloc(1, sizeof *opened);
  if (!opened) return -ENOMEM;
  if (events) opened->events = *events;
  const int status = open_connection(opened, descriptor);
  if (status < 0) {
    cpipewire_disconnect(opened);
    return status;
  }
  *connection = opened;
  return 0;
}

void cpipewire_disconnect(cpipewire_connection *connection) {
  if (!connection) return;
  while (connection->sources) {
    struct source *source = connection->sources;
    connection->sources = source->next;
    release_source(source);
  }
  if (connection->registry) {
    if (connection->events.source_changed) spa_hook_remove(&connection->registry_hook);
    cpipewire.pw_proxy_destroy((struct pw_proxy *)connection->registry);
  }
  if (connection->core) {
    spa_hook_remove(&connection->core_hook);
    cpipewire.pw_core_disconnect(connection->core);
  }
  if (connection->context) cpipewire.pw_context_destroy(connection->context);
  if (connection->wake) pw_loop_destroy_source(connection->loop, connection->wake);
  if (connection->loop) cpipewire.pw_loop_destroy(connection->loop);
  free(connection);
}

int cpipewire_run(cpipewire_connection *connection, int timeout) {
  if (connection->failure < 0) return connection->failure;
  pw_loop_enter(connection->loop);
  const int status = pw_loop_iterate(connection->loop, timeout);
  pw_loop_leave(connection->loop);
  if (connection->failure < 0) return connection->failure;
  return status < 0 && status != -EINTR ? status : 0;
}

void cpipewire_wake(cpipewire_connection *connection) { pw_loop_signal_event(connection->loop, connection->wake); }

int cpipewire_wait_for_answer(cpipewire_connection *connection, int request, int timeout) {
  if (request < 0) return request;
  const int64_t end = cclock_now() + (int64_t)timeout * 1000000;
  while (connection->answered != request) {
    const int64_t left = (end - cclock_now()) / 1000000;
    if (left <= 0) return -ETIMEDOUT;
    const int status = cpipewire_run(connection, (int)left);
    if (status < 0) return status;
  }
  return 0;
}

int cpipewire_sync(cpipewire_connection *connection, int timeout) {
  return cpipewire_wait_for_answer(connection, pw_core_sync(connection->core, PW_ID_CORE, 0), timeout);
}

const char *cpipewire_daemon_version(const cpipewire_connection *connection) { return connection->version; }

bool cpipewire_has_session_manager(const cpipewire_connection *connection) { return connection->has_session_manager; }

// MARK: Parameters

struct reading {
  void (*body)(void *context, uint32_t kind, const struct spa_pod *pod);
  void *context;
};

static void on_parameter(
    void *data, int request, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *pod) {
  (void)request, (void)index, (void)next;
  const struct reading *reading = data;
  if (pod) reading->body(reading->context, id, pod);
}

static const struct pw_node_events parameter_events = {PW_VERSION_NODE_EVENTS, .param = on_parameter};

int cpipewire_read_parameters(
    struct cpipewire_connection *connection, uint32_t id, int timeout, const uint32_t *kinds, size_t count,
    void (*body)(void *context, uint32_t kind, const struct spa_pod *pod), void *context) {
  struct pw_node *node = pw_registry_bind(connection->registry, id, PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, 0);
  if (!node) return -errno;
  struct reading reading = {.body = body, .context = context};
  struct spa_hook hook;
  pw_node_add_listener(node, &hook, &parameter_events, &reading);
  for (size_t index = 0; index < count; index++) pw_node_enum_params(node, 0, kinds[index], 0, UINT32_MAX, NULL);
  const int status = cpipewire_sync(connection, timeout);
  spa_hook_remove(&hook);
  cpipewire.pw_proxy_destroy((struct pw_proxy *)node);
  return status;
}
