#include "CZXing.h"

#ifdef OPENCAPTURE_ZXING

#include <ZXing/ReadBarcode.h>
#include <ZXing/Version.h>
#if __has_include(<ZXing/Corrections.h>)
// Our own build of version 3.1.1.
#include <ZXing/Corrections.h>
#define IS_CORRECTED true
#else
#define IS_CORRECTED (ZXING_VERSION_MAJOR * 10000 + ZXING_VERSION_MINOR * 100 + ZXING_VERSION_PATCH > 30101)
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#if ZXING_VERSION_MAJOR < 3
#error "zxing-cpp 3 or later is required: earlier versions abort on some damaged codes. Run `make deps`."
#endif

using namespace ZXing;

struct czxing_result {
  struct Item {
    std::vector<uint8_t> bytes, eciBytes;
    std::string text, sequenceIdentifier;
    czxing_code code;
  };
  std::vector<Item> items;
};

namespace {

ReaderOptions optionsOf(const czxing_request &request) {
  std::vector<BarcodeFormat> formats;
  for (size_t i = 0; i < request.format_count; i++) {
    formats.push_back(static_cast<BarcodeFormat>(request.formats[i]));
  }
  const Binarizer binarizer = request.binarizer == czxing_global_histogram ? Binarizer::GlobalHistogram
                            : request.binarizer == czxing_fixed            ? Binarizer::FixedThreshold
                                                                           : Binarizer::LocalAverage;
  return ReaderOptions()
      .setFormats(BarcodeFormats(std::move(formats)))
      .setBinarizer(binarizer)
      .setTryInvert(request.tries_inverted)
      .setTryRotate(request.tries_rotated)
      .setTryDownscale(request.tries_downscaled)
      .setDownscaleFactor(3)
      .setTryHarder(request.tries_harder)
      .setReturnErrors(request.reports_undecoded)
      .setCharacterSet(CharacterSet::BINARY)
      .setValidateOptionalChecksum(request.checks_optional_sums);
}

// Whether the library maps positions exactly from smaller copies of a picture. Each copy is a third of the
// preceding one. The library multiplies positions by the integer quotient of the widths, which is too large for
// narrow pictures.
bool positionsAreExact(int width, int height, int threshold) {
  for (int thirds = 3, w = width, h = height; std::max(w, h) > threshold && std::min(w, h) >= 3; thirds *= 3) {
    w /= 3;
    h /= 3;
    if (width / w != thirds) return false;
  }
  return true;
}

// The pixels of a request, widened by repeated last columns until positions are exact.
class Widened {
  std::vector<uint8_t> pixels;

 public:
  ImageView view;

  Widened(const czxing_request &request, const ReaderOptions &options)
      : view(request.pixels, request.width, request.height, ImageFormat::Lum, request.bytes_per_row) {
    if (!options.tryDownscale()) return;
    int width = request.width;
    while (!positionsAreExact(width, request.height, options.downscaleThreshold())) width++;
    if (width == request.width) return;
    for (int y = 0; y < request.height; y++) {
      const uint8_t *row = request.pixels + static_cast<ptrdiff_t>(y) * request.bytes_per_row;
      pixels.insert(pixels.end(), row, row + request.width);
      pixels.insert(pixels.end(), static_cast<size_t>(width - request.width), row[request.width - 1]);
    }
    view = ImageView(pixels.data(), width, request.height, ImageFormat::Lum, width);
  }
};

// Parses a non-negative number; -1 if the text contains anything else.
long number(const std::string &text) {
  const bool isNumber = !text.empty() && text.size() < 10
                     && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  return isNumber ? std::strtol(text.c_str(), nullptr, 10) : -1;
}

czxing_result::Item itemOf(const Barcode &barcode) {
  czxing_result::Item item;
  item.bytes = barcode.bytes();
  // The payload of a UPC-E is the content of its bars, not the equivalent UPC-A.
  if (const std::string upce = barcode.extra(BarcodeExtra::UPCE); !upce.empty()) {
    item.bytes.assign(upce.begin(), upce.end());
  }
  if (barcode.hasECI()) item.eciBytes = barcode.bytesECI();
  item.text = barcode.text(TextMode::Plain);
  czxing_code &code = item.code;
  code = {};
  code.format = static_cast<uint32_t>(barcode.format());
  code.is_decoded = barcode.isValid();
  code.is_inverted = barcode.isInverted();
  code.is_mirrored = barcode.isMirrored();
  const Position &place = barcode.position();
  const PointI corners[] = {place.topLeft(), place.bottomLeft(), place.bottomRight(), place.topRight()};
  for (size_t i = 0; i < 4; i++) {
    code.corners[2 * i] = corners[i].x;
    code.corners[2 * i + 1] = corners[i].y;
  }
  code.is_gs1 = barcode.contentType() == ContentType::GS1;
  const bool isPart = barcode.isPartOfSequence();
  code.sequence_index = isPart ? barcode.sequenceIndex() : -1;
  code.sequence_count = isPart ? barcode.sequenceSize() : -1;
  if (isPart) item.sequenceIdentifier = barcode.sequenceId();
  code.version = static_cast<int>(number(barcode.extra(BarcodeExtra::Version)));
  code.mask = static_cast<int>(number(barcode.extra(BarcodeExtra::DataMask)));
  const std::string level = barcode.extra(BarcodeExtra::ECLevel);
  code.correction_level = level.size() == 1 ? level[0] : '\0';
  return item;
}

}  // namespace

czxing_result *czxing_read(const czxing_request *request, char *message, size_t message_size) {
  try {
    const ReaderOptions options = optionsOf(*request);
    const Widened picture(*request, options);
    auto result = std::make_unique<czxing_result>();
    for (const Barcode &barcode : ReadBarcodes(picture.view, options)) {
      result->items.push_back(itemOf(barcode));
    }
    for (czxing_result::Item &item : result->items) {
      item.code.bytes = item.bytes.data();
      item.code.byte_count = item.bytes.size();
      item.code.eci_bytes = item.eciBytes.data();
      item.code.eci_byte_count = item.eciBytes.size();
      item.code.text = item.text.c_str();
      item.code.sequence_identifier = item.sequenceIdentifier.empty() ? nullptr : item.sequenceIdentifier.c_str();
    }
    return result.release();
  } catch (const std::exception &error) {
    std::snprintf(message, message_size, "%s", error.what());
  } catch (...) {
    std::snprintf(message, message_size, "unknown exception in zxing-cpp");
  }
  return nullptr;
}

size_t czxing_result_count(const czxing_result *result) { return result->items.size(); }

const czxing_code *czxing_result_code(const czxing_result *result, size_t index) { return &result->items[index].code; }

void czxing_result_destroy(czxing_result *result) { delete result; }

const char *czxing_version(void) { return ZXING_VERSION_STR; }

bool czxing_is_corrected(void) { return IS_CORRECTED; }

#endif
