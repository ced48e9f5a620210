#include <dlfcn.h>
#include <pthread.h>
#include <qrencode.h>

#include "CQRencode.h"

static struct {
  __typeof__(&QRcode_encodeData) encode;
  __typeof__(&QRcode_free) release;
} library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  library.release = (__typeof__(library.release))dlsym(handle, "QRcode_free");
  library.encode = (__typeof__(library.encode))dlsym(handle, "QRcode_encodeData");
}

cqrencode_outcome cqrencode_encode(const uint8_t *bytes, size_t count, uint8_t *modules, int *side) {
  pthread_once(&once, load);
  if (!library.encode || !library.release) return CQRENCODE_NO_LIBRARY;
  // More than version 40 holds.
  if (count > 3000) return CQRENCODE_TOO_LONG;
  QRcode *made = library.encode((int)count, bytes, 0, QR_ECLEVEL_M);
  if (!made) return CQRENCODE_TOO_LONG;
  *side = made->width < CQRENCODE_LARGEST_SIDE ? made->width : CQRENCODE_LARGEST_SIDE;
  for (int index = 0; index < *side * *side; index++) modules[index] = made->data[index] & 1;
  library.release(made);
  return CQRENCODE_MADE;
}
