#pragma once

// The C++ library zxing-cpp behind a C interface that no exception crosses. Without the package's trait `ZXing`
// nothing is here but these declarations.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The library's formats: its two-character identifiers, the symbology in the low byte.
#define CZXING_FORMAT(symbology, variant) ((uint32_t)(symbology) | (uint32_t)(variant) << 8)

typedef enum {
  czxing_codabar = CZXING_FORMAT('F', ' '),
  czxing_code39 = CZXING_FORMAT('A', ' '),
  czxing_code39_standard = CZXING_FORMAT('A', 's'),
  czxing_code39_extended = CZXING_FORMAT('A', 'e'),
  czxing_code32 = CZXING_FORMAT('A', '2'),
  czxing_code93 = CZXING_FORMAT('G', ' '),
  czxing_code128 = CZXING_FORMAT('C', ' '),
  czxing_itf = CZXING_FORMAT('I', ' '),
  czxing_databar = CZXING_FORMAT('e', ' '),
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

/// How grey becomes black and white.
typedef enum {
  /// Against the mean of the neighbourhood; for linear codes against the histogram of the row.
  czxing_local_average,
  /// Against the valley between the two peaks of the picture's histogram.
  czxing_global_histogram,
  /// Against the middle: for pictures that are black and white already.
  czxing_fixed,
} czxing_binarizer;

/// What to look at, and how.
typedef struct {
  /// Grey pixels; the rows lie `bytes_per_row` apart.
  const uint8_t *pixels;
  int width, height, bytes_per_row;
  /// What to look for.
  const uint32_t *formats;
  size_t format_count;
  czxing_binarizer binarizer;
  /// Whether light codes on dark are looked for too.
  bool tries_inverted;
  /// Whether linear codes and PDF417 are looked for in all four directions.
  bool tries_turned;
  /// Whether smaller copies of the picture are looked at too.
  bool tries_smaller;
  /// Whether more time is spent on each copy.
  bool tries_harder;
  /// Whether symbols are reported whose place was found, but which could not be read.
  bool reports_unread;
  /// Whether the check characters are checked that a symbology leaves to its users.
  bool checks_optional_sums;
} czxing_request;

/// A symbol.
typedef struct {
  uint32_t format;
  /// Whether the content could be read; else only the place is known.
  bool is_read;
  bool is_inverted, is_mirrored;
  /// x and y of the top left, bottom left, bottom right and top right corner in the symbol's own frame.
  int corners[8];
  const uint8_t *bytes;
  size_t byte_count;
  /// The content by the protocol of extended channel interpretations, as AIM has it; none where there are none.
  const uint8_t *eci_bytes;
  size_t eci_byte_count;
  /// The content in UTF-8. Segments in kanji or hanzi mode are decoded; every other byte is the character of its value.
  const char *text;
  /// Whether the content is of GS1 application identifiers.
  bool is_gs1;
  /// The place in a message of several symbols; -1 where it is none.
  int sequence_index;
  /// How many there are; 0 where the symbol doesn't say, -1 where it is none.
  int sequence_count;
  /// The identifier that the symbols of a message share; NULL if there is none.
  const char *sequence_identifier;
  /// -1 where they are unknown.
  int version, mask;
  /// `L`, `M`, `Q`, `H`; 0 where it is unknown.
  char correction_level;
} czxing_code;

typedef struct czxing_result czxing_result;

/// Looks for codes.
///
/// @return What was found, to be given to `czxing_result_destroy`; NULL where the library failed, and `message`
///   says why.
czxing_result *czxing_read(const czxing_request *request, char *message, size_t message_size);

size_t czxing_result_count(const czxing_result *result);

/// The symbol at an index below the count; lives as long as the result.
const czxing_code *czxing_result_code(const czxing_result *result, size_t index);

void czxing_result_destroy(czxing_result *result);

/// The library's version, such as `3.1.1`.
const char *czxing_version(void);

#ifdef __cplusplus
}
#endif
