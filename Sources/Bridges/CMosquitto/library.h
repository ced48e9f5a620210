// The used part of libmosquitto.so.1, as declared by its headers since 2.0, so that building needs no package.
#ifndef OPENCAPTURE_CMOSQUITTO_LIBRARY_H
#define OPENCAPTURE_CMOSQUITTO_LIBRARY_H

#include <stdbool.h>
#include <stdint.h>

struct mosquitto;
typedef struct mqtt5__property mosquitto_property;

struct mosquitto_message {
  int mid;
  char *topic;
  void *payload;
  int payloadlen;
  int qos;
  bool retain;
};

enum { MOSQ_ERR_SUCCESS = 0, MOSQ_ERR_NOMEM = 1, MOSQ_ERR_INVAL = 3, MOSQ_ERR_NO_CONN = 4, MOSQ_ERR_ERRNO = 14 };
enum { MOSQ_OPT_PROTOCOL_VERSION = 1, MOSQ_OPT_SEND_MAXIMUM = 5, MOSQ_OPT_TCP_NODELAY = 11 };
enum { MQTT_PROTOCOL_V5 = 5 };
enum {
  MQTT_PROP_CONTENT_TYPE = 3,
  MQTT_PROP_RESPONSE_TOPIC = 8,
  MQTT_PROP_CORRELATION_DATA = 9,
  MQTT_PROP_SESSION_EXPIRY_INTERVAL = 17,
  MQTT_PROP_MAXIMUM_PACKET_SIZE = 39,
};
// The subscription option against retained messages (MQTT 5.0, 3.8.3.1).
enum { MQTT_SUB_OPT_SEND_RETAIN_NEVER = 0x20 };

#define FUNCTIONS(DO) \
  DO(int, mosquitto_lib_init, (void)) \
  DO(int, mosquitto_lib_version, (int *major, int *minor, int *revision)) \
  DO(struct mosquitto *, mosquitto_new, (const char *id, bool clean, void *object)) \
  DO(void, mosquitto_destroy, (struct mosquitto * client)) \
  DO(int, mosquitto_int_option, (struct mosquitto * client, int option, int value)) \
  DO(int, mosquitto_threaded_set, (struct mosquitto * client, bool threaded)) \
  DO(int, mosquitto_username_pw_set, (struct mosquitto * client, const char *user, const char *password)) \
  DO(int, mosquitto_will_set_v5, \
     (struct mosquitto * client, const char *topic, int count, const void *payload, int qos, bool retain, \
      mosquitto_property *properties)) \
  DO(int, mosquitto_connect_bind_v5, \
     (struct mosquitto * client, const char *host, int port, int keepalive, const char *address, \
      const mosquitto_property *properties)) \
  DO(int, mosquitto_reconnect, (struct mosquitto * client)) \
  DO(int, mosquitto_socket, (struct mosquitto * client)) \
  DO(int, mosquitto_disconnect_v5, (struct mosquitto * client, int reason, const mosquitto_property *properties)) \
  DO(int, mosquitto_loop, (struct mosquitto * client, int timeout, int packets)) \
  DO(int, mosquitto_publish_v5, \
     (struct mosquitto * client, int *mid, const char *topic, int count, const void *payload, int qos, bool retain, \
      const mosquitto_property *properties)) \
  DO(int, mosquitto_subscribe_v5, \
     (struct mosquitto * client, int *mid, const char *topics, int qos, int options, \
      const mosquitto_property *properties)) \
  DO(void, mosquitto_connect_v5_callback_set, \
     (struct mosquitto * client, void (*body)(struct mosquitto *, void *, int, int, const mosquitto_property *))) \
  DO(void, mosquitto_publish_v5_callback_set, \
     (struct mosquitto * client, void (*body)(struct mosquitto *, void *, int, int, const mosquitto_property *))) \
  DO(void, mosquitto_message_v5_callback_set, \
     (struct mosquitto * client, \
      void (*body)(struct mosquitto *, void *, const struct mosquitto_message *, const mosquitto_property *))) \
  DO(const char *, mosquitto_strerror, (int error)) \
  DO(const char *, mosquitto_reason_string, (int reason)) \
  DO(int, mosquitto_property_add_int32, (mosquitto_property * *properties, int identifier, uint32_t value)) \
  DO(int, mosquitto_property_add_string, (mosquitto_property * *properties, int identifier, const char *value)) \
  DO(int, mosquitto_property_add_binary, \
     (mosquitto_property * *properties, int identifier, const void *value, uint16_t count)) \
  DO(const mosquitto_property *, mosquitto_property_read_string, \
     (const mosquitto_property *properties, int identifier, char **value, bool skip)) \
  DO(const mosquitto_property *, mosquitto_property_read_binary, \
     (const mosquitto_property *properties, int identifier, void **value, uint16_t *count, bool skip)) \
  DO(void, mosquitto_property_free_all, (mosquitto_property * *properties))

#endif
