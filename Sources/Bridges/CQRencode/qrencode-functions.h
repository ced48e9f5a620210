// The part of libqrencode's interface that this project uses, for libqrencode.so.4. `make lint` compares these declarations with
// the header.
#ifndef OPENCAPTURE_QRENCODE_FUNCTIONS_H
#define OPENCAPTURE_QRENCODE_FUNCTIONS_H

typedef enum { QR_ECLEVEL_M = 1 } QRecLevel;

typedef struct {
  int version;
  int width;
  unsigned char *data;
} QRcode;

extern QRcode *QRcode_encodeData(int size, const unsigned char *data, int version, QRecLevel level);
extern void QRcode_free(QRcode *code);

#endif
