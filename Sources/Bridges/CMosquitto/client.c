#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "CLoading.h"
#include "CMosquitto.h"
#include "library.h"

// MARK: Loading

static struct {
  FUNCTIONS(CLOADING_MEMBER)
} mosquitto;

#define FILL(result, name, arguments) CLOADING_FILL(library, mosquitto, name, #name);

static bool begin(cloading_library *library) {
  FUNCTIONS(FILL)
  // Versions before 2.0 support MQTT 5 incompletely.
  int major = 0, minor = 0, revision = 0;
  mosquitto.mosquitto_lib_version(&major, &minor, &revision);
  if (major < 2) {
    cloading_set_error("version %d.%d.%d is too old, 2.0 or later is required", major, minor, revision);
    return false;
  }
  const int outcome = mosquitto.mosquitto_lib_init();
  if (outcome != MOSQ_ERR_SUCCESS) cloading_set_error("%s", mosquitto.mosquitto_strerror(outcome));
  return outcome == MOSQ_ERR_SUCCESS;
}

static cloading_library library = CLOADING_LIBRARY("libmosquitto.so.1", begin);

bool cmosquitto_load(const char **complaint) { return cloading_load(&library, complaint); }

struct cmosquitto_client {
  struct mosquitto *handle;
  cmosquitto_events events;
};

// MARK: Callbacks

static void on_connect(struct mosquitto *handle, void *object, int reason, int flags, const mosquitto_property *list) {
  (void)handle, (void)flags, (void)list;
  cmosquitto_client *client = object;
  client->events.connected(client->events.context, reason);
}

static void on_publish(struct mosquitto *handle, void *object, int number, int reason, const mosquitto_property *list) {
  (void)handle, (void)list;
  cmosquitto_client *client = object;
  client->events.published(client->events.context, number, reason);
}

static void on_message(
    struct mosquitto *handle, void *object, const struct mosquitto_message *message, const mosquitto_property *list) {
  (void)handle;
  cmosquitto_client *client = object;
  char *topic = NULL;
  void *correlation = NULL;
  uint16_t count = 0;
  mosquitto.mosquitto_property_read_string(list, MQTT_PROP_RESPONSE_TOPIC, &topic, false);
  mosquitto.mosquitto_property_read_binary(list, MQTT_PROP_CORRELATION_DATA, &correlation, &count, false);
  cmosquitto_message received = {
      .topic = message->topic,
      .payload = message->payload,
      .count = message->payloadlen > 0 ? (size_t)message->payloadlen : 0,
      .is_retained = message->retain,
      .response_topic = topic,
      .correlation = correlation,
      .correlation_count = count};
  client->events.received(client->events.context, &received);
  free(topic);
  free(correlation);
}

// MARK: Client

static int configure(struct mosquitto *handle, const cmosquitto_options *options) {
  if (options->will_count > INT_MAX) return MOSQ_ERR_INVAL;
  int error = mosquitto.mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  if (!error) error = mosquitto.mosquitto_int_option(handle, MOSQ_OPT_SEND_MAXIMUM, options->maximum_in_flight);
  if (!error) error = mosquitto.mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1);
  if (!error) error = mosquitto.mosquitto_threaded_set(handle, true);
  if (!error && options->user) {
    error = mosquitto.mosquitto_username_pw_set(handle, options->user, options->password);
  }
  if (!error) {
    error = mosquitto.mosquitto_will_set_v5(
        handle, options->will_topic, (int)options->will_count, options->will, 1, true, NULL);
  }
  return error;
}

int cmosquitto_open(const cmosquitto_options *options, cmosquitto_events events, cmosquitto_client **client) {
  if (!cmosquitto_load(NULL)) return MOSQ_ERR_INVAL;
  cmosquitto_client *opened = calloc(1, sizeof *opened);
  if (!opened) return MOSQ_ERR_NOMEM;
  opened->events = events;
  opened->handle = mosquitto.mosquitto_new(options->id, false, opened);
  int error = opened->handle ? configure(opened->handle, options) : MOSQ_ERR_NOMEM;
  if (error) {
    cmosquitto_close(opened);
    return error;
  }
  mosquitto.mosquitto_connect_v5_callback_set(opened->handle, on_connect);
  mosquitto.mosquitto_publish_v5_callback_set(opened->handle, on_publish);
  mosquitto.mosquitto_message_v5_callback_set(opened->handle, on_message);
  *client = opened;
  return 0;
}

void cmosquitto_close(cmosquitto_client *client) {
  if (!client) return;
  if (client->handle) mosquitto.mosquitto_destroy(client->handle);
  free(client);
}

int cmosquitto_connect(
    cmosquitto_client *client, const char *host, uint16_t port, int keep_alive, uint32_t session_expiry,
    uint32_t longest_packet) {
  mosquitto_property *list = NULL;
  int error = mosquitto.mosquitto_property_add_int32(&list, MQTT_PROP_SESSION_EXPIRY_INTERVAL, session_expiry);
  if (!error) error = mosquitto.mosquitto_property_add_int32(&list, MQTT_PROP_MAXIMUM_PACKET_SIZE, longest_packet);
  if (!error) error = mosquitto.mosquitto_connect_bind_v5(client->handle, host, port, keep_alive, NULL, list);
  mosquitto.mosquitto_property_free_all(&list);
  return error;
}

int cmosquitto_reconnect(cmosquitto_client *client) { return mosquitto.mosquitto_reconnect(client->handle); }

int cmosquitto_socket(cmosquitto_client *client) { return mosquitto.mosquitto_socket(client->handle); }

int cmosquitto_loop(cmosquitto_client *client, int timeout) {
  return mosquitto.mosquitto_loop(client->handle, timeout, 1);
}

int cmosquitto_disconnect(cmosquitto_client *client) {
  return mosquitto.mosquitto_disconnect_v5(client->handle, 0, NULL);
}

// MARK: Messages

static int describe(const cmosquitto_publication *publication, mosquitto_property **list) {
  int error = 0;
  if (publication->content_type) {
    error = mosquitto.mosquitto_property_add_string(list, MQTT_PROP_CONTENT_TYPE, publication->content_type);
  }
  if (!error && publication->correlation_count > 0) {
    error = mosquitto.mosquitto_property_add_binary(
        list, MQTT_PROP_CORRELATION_DATA, publication->correlation, publication->correlation_count);
  }
  return error;
}

int cmosquitto_publish(cmosquitto_client *client, const cmosquitto_publication *publication, int *number) {
  if (publication->count > INT_MAX) return MOSQ_ERR_INVAL;
  mosquitto_property *list = NULL;
  int error = describe(publication, &list);
  if (!error) {
    error = mosquitto.mosquitto_publish_v5(
        client->handle, number, publication->topic, (int)publication->count, publication->payload, publication->qos,
        publication->is_retained, list);
  }
  mosquitto.mosquitto_property_free_all(&list);
  return error;
}

int cmosquitto_subscribe(cmosquitto_client *client, const char *topic) {
  return mosquitto.mosquitto_subscribe_v5(client->handle, NULL, topic, 0, MQTT_SUB_OPT_SEND_RETAIN_NEVER, NULL);
}

const char *cmosquitto_error_description(int error) {
  // libmosquitto 2.1 uses the socket once more after a failure, which replaces the reason.
  if (error == MOSQ_ERR_ERRNO) return errno == EBADF ? "no connection" : strerror(errno);
  return mosquitto.mosquitto_strerror ? mosquitto.mosquitto_strerror(error) : "";
}

const char *cmosquitto_reason_description(int reason) {
  return mosquitto.mosquitto_reason_string ? mosquitto.mosquitto_reason_string(reason) : "";
}
