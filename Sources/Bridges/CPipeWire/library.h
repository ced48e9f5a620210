// The used functions of libpipewire-0.3.so.0, which PipeWire 0.3.65 and later have.
#ifndef OPENCAPTURE_CPIPEWIRE_LIBRARY_H
#define OPENCAPTURE_CPIPEWIRE_LIBRARY_H

#include <pipewire/pipewire.h>
#include <spa/pod/builder.h>
#include <stdbool.h>

// Uses types that it does not declare in PipeWire 0.3.65.
#include <pipewire/extensions/metadata.h>

#include "CLoading.h"
#include "CPipeWire.h"

#define FUNCTIONS(DO) \
  DO(void, pw_init, (int *count, char ***arguments)) \
  DO(void, pw_log_set_level, (enum spa_log_level level)) \
  DO(const char *, pw_get_library_version, (void)) \
  DO(struct pw_loop *, pw_loop_new, (const struct spa_dict *properties)) \
  DO(void, pw_loop_destroy, (struct pw_loop * loop)) \
  DO(struct pw_context *, pw_context_new, (struct pw_loop * loop, struct pw_properties * properties, size_t extra)) \
  DO(void, pw_context_destroy, (struct pw_context * context)) \
  DO(struct pw_core *, pw_context_connect, \
     (struct pw_context * context, struct pw_properties * properties, size_t extra)) \
  DO(struct pw_core *, pw_context_connect_fd, \
     (struct pw_context * context, int descriptor, struct pw_properties *properties, size_t extra)) \
  DO(int, pw_core_disconnect, (struct pw_core * core)) \
  DO(void, pw_proxy_destroy, (struct pw_proxy * proxy)) \
  DO(struct pw_properties *, pw_properties_new_dict, (const struct spa_dict *entries)) \
  DO(struct pw_stream *, pw_stream_new, (struct pw_core * core, const char *name, struct pw_properties *properties)) \
  DO(void, pw_stream_destroy, (struct pw_stream * stream)) \
  DO(void, pw_stream_add_listener, \
     (struct pw_stream * stream, struct spa_hook * hook, const struct pw_stream_events *events, void *data)) \
  DO(int, pw_stream_connect, \
     (struct pw_stream * stream, enum spa_direction direction, uint32_t target, uint32_t flags, \
      const struct spa_pod **parameters, uint32_t count)) \
  DO(int, pw_stream_update_params, (struct pw_stream * stream, const struct spa_pod **parameters, uint32_t count)) \
  DO(struct pw_buffer *, pw_stream_dequeue_buffer, (struct pw_stream * stream)) \
  DO(int, pw_stream_queue_buffer, (struct pw_stream * stream, struct pw_buffer * buffer)) \
  DO(int, pw_stream_trigger_process, (struct pw_stream * stream))

struct cpipewire_library {
  FUNCTIONS(CLOADING_MEMBER)
};

extern struct cpipewire_library cpipewire;

struct cpipewire_connection {
  struct pw_loop *loop;
  struct pw_context *context;
  struct pw_core *core;
  struct pw_registry *registry;
  struct spa_hook core_hook;
  struct spa_hook registry_hook;
  struct spa_source *wake;
  cpipewire_events events;
  // The list of bound sources.
  struct source *sources;
  char version[32];
  bool has_session_manager;
  // The number of the last answered request.
  int answered;
  // The error that ended the connection, as negative errno value.
  int failure;
  // The last error of another object, as negative errno value.
  int object_failure;
};

// Waits until the daemon has answered a request; returns −ETIMEDOUT after `timeout` milliseconds.
int cpipewire_wait_for_answer(struct cpipewire_connection *connection, int request, int timeout);

// Requests kinds of parameters (`enum spa_param_type`) of a node, and passes each answer to `body`.
int cpipewire_read_parameters(
    struct cpipewire_connection *connection, uint32_t id, int timeout, const uint32_t *kinds, size_t count,
    void (*body)(void *context, uint32_t kind, const struct spa_pod *pod), void *context);

// The values of a property, which belong to the daemon and can have any content.
struct cpipewire_values {
  const uint8_t *bytes;
  uint32_t count;
  uint32_t choice;
};

// Reads a single value or a choice; returns false if it is empty or of another type.
bool cpipewire_read_values(const struct spa_pod *pod, uint32_t type, uint32_t size, struct cpipewire_values *values);

// Converts between V4L2 codes and `enum spa_video_format`; returns 0 for formats that the other side does not know.
uint32_t cpipewire_code_of_video_format(uint32_t format);
uint32_t cpipewire_video_format_of_code(uint32_t code);

// Reads a negotiated format; returns −EINVAL if it is no video format.
int cpipewire_parse_format(const struct spa_pod *pod, cpipewire_format *format);

// Builds an object for a group of formats.
struct spa_pod *cpipewire_build(struct spa_pod_builder *builder, const cpipewire_offer *offer);

// Builds an object for one format.
struct spa_pod *cpipewire_build_format(struct spa_pod_builder *builder, const cpipewire_format *format);

#endif
