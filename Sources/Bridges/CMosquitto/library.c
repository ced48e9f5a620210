#include "library.h"

#include "CLoading.h"
#include "CMosquitto.h"

cmosquitto_functions mosquitto;

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
