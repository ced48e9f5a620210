#include "CLoading.h"
#include "CQRencode.h"
#include "qrencode-functions.h"

static struct {
  __typeof__(&QRcode_encodeData) encode;
  __typeof__(&QRcode_free) release;
} functions;

static bool begin(cloading_library *library) {
  CLOADING_FILL(library, functions, release, "QRcode_free");
  CLOADING_FILL(library, functions, encode, "QRcode_encodeData");
  return true;
}

static cloading_library library = CLOADING_LIBRARY("libqrencode.so.4", begin);

cqrencode_outcome cqrencode_encode(const uint8_t *bytes, size_t count, uint8_t *modules, int *side) {
  if (!cloading_load(&library, NULL)) return CQRENCODE_NO_LIBRARY;
  // Version 40, the largest, holds fewer bytes.
  if (count > 3000) return CQRENCODE_TOO_LONG;
  QRcode *made = functions.encode((int)count, bytes, 0, QR_ECLEVEL_M);
  if (!made) return CQRENCODE_TOO_LONG;
  *side = made->width < CQRENCODE_LARGEST_SIDE ? made->width : CQRENCODE_LARGEST_SIDE;
  for (int index = 0; index < *side * *side; index++) modules[index] = made->data[index] & 1;
  functions.release(made);
  return CQRENCODE_MADE;
}
