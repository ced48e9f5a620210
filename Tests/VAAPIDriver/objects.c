#include <pthread.h>
#include <stdlib.h>

#include "driver.h"

enum { MAX_OBJECTS = 4096 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static object *objects[MAX_OBJECTS];

VAGenericID register_object(object_kind kind, void *kept) {
  object *object = kept;
  VAGenericID id = VA_INVALID_ID;
  pthread_mutex_lock(&mutex);
  for (VAGenericID index = 1; object && id == VA_INVALID_ID && index < MAX_OBJECTS; index++) {
    if (objects[index]) continue;
    object->kind = kind;
    objects[index] = object;
    id = index;
  }
  pthread_mutex_unlock(&mutex);
  return id;
}

static void *find_and_remove(object_kind kind, VAGenericID id, bool removes) {
  pthread_mutex_lock(&mutex);
  object *found = id < MAX_OBJECTS && objects[id] && objects[id]->kind == kind ? objects[id] : NULL;
  if (found && removes) objects[id] = NULL;
  pthread_mutex_unlock(&mutex);
  return found;
}

void *find_object(object_kind kind, VAGenericID id) { return find_and_remove(kind, id, false); }

void *remove_object(object_kind kind, VAGenericID id) { return find_and_remove(kind, id, true); }
