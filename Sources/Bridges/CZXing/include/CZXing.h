#pragma once

// A C interface to the C++ library zxing-cpp that stops all exceptions. Without the package trait `ZXing` only
// these declarations exist.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The identifiers of the library's formats: the symbology in the low byte, the variant in the next.
#define CZXING_FORMAT(symbology, variant) ((uint32_t)(symbology) | (uint32_t)(variant) << 8)

typedef enum {
  czxing_codabar = CZXING_FORMAT('F', ' '),
  czxing_code39_standard = CZXING_FORMAT('A', 's'),
  czxing_code32 = CZXING_FORMAT('A', '2'),
  czxing_code93 = CZXING_FORMAT('G', ' '),
  czxing_code128 = CZXING_FORMAT('C', ' '),
  czxing_itf = CZXING_FORMAT('I', ' '),
  czxing_databar_omni = CZXING_FORMAT('e', 'o'),
  czxing_databar_stacked = CZXING_FORMAT('e', 's'),
  czxing_databar_stacked_omni = CZXING_FORMAT('e', 'O'),
  czxing_databar_limited = CZXING_FORMAT('e', 'l'),
  czxing_databar_expanded = CZXING_FORMAT('e', 'e'),
  czxing_databar_expanded_stacked = CZXING_FORMAT('e', 'E'),
  czxing_ean13 = CZXING_FORMAT('E', '1'),
  czxing_ean8 = CZXING_FORMAT('E', '8'),
  czxing_upca = CZXING_FORMAT('E', 'a'),
  czxing_upce = CZXING_FORMAT('E', 'e'),
  czxing_pdf417 = CZXING_FORMAT('L', ' '),
  czxing_micro_pdf417 = CZXING_FORMAT('L', 'm'),
  czxing_aztec = CZXING_FORMAT('z', ' '),
  czxing_qr_model1 = CZXING_FORMAT('Q', '1'),
  czxing_qr_model2 = CZXING_FORMAT('Q', '2'),
  czxing_micro_qr = CZXING_FORMAT('Q', 'm'),
  czxing_rmqr = CZXING_FORMAT('Q', 'r'),
  czxing_data_matrix = CZXING_FORMAT('d', ' '),
} czxing_format;

/// A method to convert grey values to black and white.
typedef enum {
  /// Compares with the mean of the neighbourhood, or for linear codes with the histogram of the row.
  czxing_local_average,
  /// Compares with the valley between the two peaks of the picture's histogram.
  czxing_global_histogram,
  /// Compares with the middle value, for pictures that are already black and white.
  czxing_fixed,
} czxing_binarizer;

/// A scan of a picture with its options.
typedef struct {
  /// Grey pixels, with rows `bytes_per_row` apart.
  const uint8_t *pixels;
  int width, height, bytes_per_row;
  /// The formats to search for.
  const uint32_t *formats;
  size_t format_count;
  czxing_binarizer binarizer;
  /// Whether to search for light codes on dark ground, too.
  bool tries_inverted;
  /// Whether to search for linear codes and PDF417 in all four directions.
  bool tries_rotated;
  /// Whether to search smaller copies of the picture, too.
  bool tries_downscaled;
  /// Whether to spend more time on each copy.
  bool tries_harder;
  /// Whether to report symbols that were located but couldn't be decoded.
  bool reports_undecoded;
  /// Whether to verify optional check characters.
  bool checks_optional_sums;
} czxing_request;

/// A detected symbol.
typedef struct {
  uint32_t format;
  /// Whether the content was decoded; otherwise only the position is known.
  bool is_decoded;
  bool is_inverted, is_mirrored;
  /// The x and y of the top left, bottom left, bottom right and top right corner in the symbol's own frame.
  int corners[8];
  const uint8_t *bytes;
  size_t byte_count;
  /// The content in the AIM protocol of extended channel interpretations; NULL if the symbol declares none.
  const uint8_t *eci_bytes;
  size_t eci_byte_count;
  /// The content in UTF-8. Segments in kanji or hanzi mode are decoded; other bytes are characters of the same
  /// value.
  const char *text;
  /// Whether the content consists of GS1 application identifiers.
  bool is_gs1;
  /// The index in a message of several symbols; -1 if it is not part of one.
  int sequence_index;
  /// The number of symbols in the message; 0 if unknown, -1 if it is not part of one.
  int sequence_count;
  /// The identifier that the symbols of a message share; NULL if none.
  const char *sequence_identifier;
  /// The symbol's version and mask; -1 if unknown.
  int version, mask;
  /// The error correction level `L`, `M`, `Q` or `H`; 0 if unknown.
  char correction_level;
} czxing_code;

typedef struct czxing_result czxing_result;

/// Searches a picture for codes.
///
/// @return The result, to be released with `czxing_result_destroy`; NULL if the library failed. In that case
/// `message` has the reason.
czxing_result *czxing_read(const czxing_request *request, char *message, size_t message_size);

size_t czxing_result_count(const czxing_result *result);

/// Returns the symbol at an index, which lives as long as the result.
const czxing_code *czxing_result_code(const czxing_result *result, size_t index);

void czxing_result_destroy(czxing_result *result);

/// Returns the library's version, such as `3.1.1`.
const char *czxing_version(void);

/// Returns whether every search for QR codes ends: whether the library has the correction of its issue 1150.
bool czxing_is_corrected(void);

#ifdef __cplusplus
}
#endif
