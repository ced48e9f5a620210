// The part of ZBar's interface that this project uses, for libzbar.so.0. Debian's package with the header needs 225 other
// packages, of GTK and ImageMagick. `make lint` compares these declarations with the header.
#ifndef OPENCAPTURE_ZBAR_FUNCTIONS_H
#define OPENCAPTURE_ZBAR_FUNCTIONS_H

typedef enum zbar_symbol_type_e {
  ZBAR_NONE = 0,
  ZBAR_PARTIAL = 1,
  ZBAR_EAN8 = 8,
  ZBAR_UPCE = 9,
  ZBAR_UPCA = 12,
  ZBAR_EAN13 = 13,
  ZBAR_I25 = 25,
  ZBAR_DATABAR = 34,
  ZBAR_DATABAR_EXP = 35,
  ZBAR_CODABAR = 38,
  ZBAR_CODE39 = 39,
  ZBAR_QRCODE = 64,
  ZBAR_CODE93 = 93,
  ZBAR_CODE128 = 128,
} zbar_symbol_type_t;

typedef enum zbar_orientation_e { ZBAR_ORIENT_UNKNOWN = -1, ZBAR_ORIENT_UP = 0 } zbar_orientation_t;
typedef enum zbar_config_e { ZBAR_CFG_ENABLE = 0, ZBAR_CFG_BINARY = 4 } zbar_config_t;
typedef enum zbar_modifier_e { ZBAR_MOD_GS1 = 0 } zbar_modifier_t;

typedef struct zbar_image_s zbar_image_t;
typedef struct zbar_symbol_s zbar_symbol_t;
typedef struct zbar_image_scanner_s zbar_image_scanner_t;
typedef void zbar_image_cleanup_handler_t(zbar_image_t *image);

extern int zbar_version(unsigned *major, unsigned *minor, unsigned *patch);

extern zbar_image_scanner_t *zbar_image_scanner_create(void);
extern void zbar_image_scanner_destroy(zbar_image_scanner_t *scanner);
extern int zbar_image_scanner_set_config(
    zbar_image_scanner_t *scanner, zbar_symbol_type_t symbology, zbar_config_t config, int value);
extern int zbar_scan_image(zbar_image_scanner_t *scanner, zbar_image_t *image);

extern zbar_image_t *zbar_image_create(void);
extern void zbar_image_destroy(zbar_image_t *image);
extern void zbar_image_set_format(zbar_image_t *image, unsigned long format);
extern void zbar_image_set_size(zbar_image_t *image, unsigned width, unsigned height);
extern void zbar_image_set_data(
    zbar_image_t *image, const void *data, unsigned long length, zbar_image_cleanup_handler_t *cleanup);
extern const zbar_symbol_t *zbar_image_first_symbol(const zbar_image_t *image);

extern const zbar_symbol_t *zbar_symbol_next(const zbar_symbol_t *symbol);
extern const zbar_symbol_t *zbar_symbol_first_component(const zbar_symbol_t *symbol);
extern zbar_symbol_type_t zbar_symbol_get_type(const zbar_symbol_t *symbol);
extern unsigned zbar_symbol_get_modifiers(const zbar_symbol_t *symbol);
extern const char *zbar_symbol_get_data(const zbar_symbol_t *symbol);
extern unsigned zbar_symbol_get_data_length(const zbar_symbol_t *symbol);
extern int zbar_symbol_get_quality(const zbar_symbol_t *symbol);
extern unsigned zbar_symbol_get_loc_size(const zbar_symbol_t *symbol);
extern int zbar_symbol_get_loc_x(const zbar_symbol_t *symbol, unsigned index);
extern int zbar_symbol_get_loc_y(const zbar_symbol_t *symbol, unsigned index);
extern zbar_orientation_t zbar_symbol_get_orientation(const zbar_symbol_t *symbol);

#endif
