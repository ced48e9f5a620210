#include <pthread.h>
#include <stdlib.h>

#include "driver.h"

enum { ROOM = 4096 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static object *objects[ROOM];

VAGenericID keep(object_kind kind, void *kept) {
  object *object = kept;
  VAGenericID id = VA_INVALID_ID;
  pthread_mutex_lock(&mutex);
  for (VAGenericID index = 1; object && id == VA_INVALID_ID && index < ROOM; index++) {
    if (objects[index]) continue;
    object->kind = kind;
    objects[index] = object;
    id = index;
  }
  pthread_mutex_unlock(&mutex);
  return id;
}

static void *find(object_kind kind, VAGenericID id, bool is_last) {
  pthread_mutex_lock(&mutex);
  object *found = id < ROOM && objects[id] && objects[id]->kind == kind ? objects[id] : NULL;
  if (found && is_last) objects[id] = NULL;
  pthread_mutex_unlock(&mutex);
  return found;
}

void *look_up(object_kind kind, VAGenericID id) { return find(kind, id, false); }

void *take_out(object_kind kind, VAGenericID id) { return find(kind, id, true); }
