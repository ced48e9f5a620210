#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "CMosquitto.h"

cmosquitto_functions mosquitto;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool is_loaded;
static char words[256];

#define LOOK_UP(result, name, arguments) \
  mosquitto.name = (result(*) arguments)dlsym(library, #name); \
  if (!mosquitto.name) { \
    snprintf(words, sizeof words, "it has no %s", #name); \
    return false; \
  }

static bool load(void) {
  void *library = dlopen("libmosquitto.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *error = dlerror();
    bool is_missing = !error || strstr(error, "No such file");
    snprintf(words, sizeof words, "%s", is_missing ? "" : error);
    return false;
  }
  FUNCTIONS(LOOK_UP)
  // Before 2.0, MQTT 5 isn't whole.
  int major = 0, minor = 0, revision = 0;
  mosquitto.mosquitto_lib_version(&major, &minor, &revision);
  if (major < 2) {
    snprintf(words, sizeof words, "it is version %d.%d.%d, and 2.0 is the oldest that will do", major, minor, revision);
    return false;
  }
  return mosquitto.mosquitto_lib_init() == MOSQ_ERR_SUCCESS;
}

// What failed for want of something that passes, such as descriptors, is tried again the next time.
bool cmosquitto_load(const char **complaint) {
  pthread_mutex_lock(&mutex);
  is_loaded = is_loaded || load();
  pthread_mutex_unlock(&mutex);
  if (!is_loaded && complaint) *complaint = words[0] ? words : NULL;
  return is_loaded;
}
