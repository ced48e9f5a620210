#include "library.h"

#include <stdio.h>

#include "CLoading.h"
#include "CMosquitto.h"

cmosquitto_functions mosquitto;

#define LOOK_UP(result, name, arguments) CLOADING_LOOK_UP(library, mosquitto, result, name, arguments)

static bool begin(cloading_library *library) {
  FUNCTIONS(LOOK_UP)
  // Before 2.0, MQTT 5 isn't whole.
  int major = 0, minor = 0, revision = 0;
  mosquitto.mosquitto_lib_version(&major, &minor, &revision);
  if (major < 2) {
    snprintf(
        library->words, sizeof library->words, "it is version %d.%d.%d, and 2.0 is the oldest that will do", major,
        minor, revision);
    return false;
  }
  return mosquitto.mosquitto_lib_init() == MOSQ_ERR_SUCCESS;
}

static cloading_library library = CLOADING_LIBRARY("libmosquitto.so.1", begin);

bool cmosquitto_load(const char **complaint) { return cloading_load(&library, complaint); }
