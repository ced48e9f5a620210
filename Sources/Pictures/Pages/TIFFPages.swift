import COpenCaptureTIFF
import OpenCaptureMediaSamples
import OpenCapturePictures
import OpenCaptureSystem

/// The pictures of a TIFF or BigTIFF file, decoded by libtiff.
struct TIFFPages: PageDecoder {
  private let data: DataBuffer
  private let name: String
  private let pages: [TIFFDirectories.Page]

  init(_ data: DataBuffer, name: String, limits: PictureLimits) throws(PictureError) {
    self.data = data
    self.name = name
    pages = data.withUnsafeBytes { bytes in
      // One page more than the limit is listed, to detect that the file exceeds it.
      TIFFDirectories(limit: limits.maximumPageCount + 1) { offset, count in
        offset < bytes.count ? Array(bytes.dropFirst(offset).prefix(count)) : []
      }?.pages ?? []
    }
    guard !pages.isEmpty else {
      throw PictureError(.corrupt, subject: name, reason: "no picture found in the TIFF file")
    }
  }

  var count: Int { pages.count }

  var byteCount: Int { data.count }

  func dimensions(ofPage index: Int) throws(PictureError) -> VideoDimensions { pages[index].dimensions }

  func page(_ index: Int) throws(PictureError) -> PicturePage {
    let page = pages[index]
    guard page.dimensions.width > 0, page.dimensions.height > 0 else {
      throw PictureError(.corrupt, subject: name, reason: "the TIFF directory is damaged")
    }
    var damage: PictureError?
    var picture = try PixelBuffer.drawn(page.dimensions, name: name) { (rows, bytesPerRow) throws(PictureError) in
      let pixels = ctiff_pixels(
        rows: rows, width: Int32(clamping: page.dimensions.width), height: Int32(clamping: page.dimensions.height),
        bytes_per_row: Int32(clamping: bytesPerRow))
      damage = try decode(page, into: pixels)
    }
    do { try picture.compositeOntoWhite() } catch { throw PictureError(error, subject: name) }
    return PicturePage(
      sampleBuffer: SampleBuffer(pixelBuffer: picture, orientation: page.orientation ?? .up), damage: damage)
  }

  /// Decodes a page; returns the error of a page that was decoded in part, and throws if no part can be decoded.
  private func decode(
    _ page: TIFFDirectories.Page, into pixels: ctiff_pixels
  ) throws(PictureError) -> PictureError? {
    var failure = ctiff_failure()
    let outcome = data.withUnsafeBytes { bytes in
      var source = ctiff_picture(
        bytes: bytes.bindMemory(to: UInt8.self).baseAddress, byte_count: bytes.count,
        directory: UInt64(page.place), is_over: { WorkLimit.isReached })
      return withUnsafePointer(to: pixels) { ctiff_decode(&source, $0, &failure) }
    }
    switch outcome {
    case CTIFF_DONE: return nil
    case CTIFF_PARTIAL: return Self.error(outcome, failure, name)
    case CTIFF_STOPPED: throw PictureError.stopped(name)
    default: throw Self.error(outcome, failure, name)
    }
  }

  private static func error(_ outcome: ctiff_outcome, _ failure: ctiff_failure, _ name: String) -> PictureError {
    let message = PictureError.words(failure.message)
    let details = message.isEmpty ? "" : " (\(message))"
    switch outcome {
    case CTIFF_NO_LIBRARY: return PageEngine.libtiff.missing(name)
    case CTIFF_NO_CODEC:
      let compression = compressions[failure.compression] ?? "number \(failure.compression)"
      return PictureError(
        .libraryMissing, subject: name,
        reason: "the installed libtiff does not support \(compression) compression",
        hint: "save it with LZW compression, or as PNG, in the program that wrote it")
    case CTIFF_UNSUPPORTED:
      return PictureError(
        .unsupportedConversion, subject: name, reason: "this type of TIFF is not supported\(details)",
        hint: "save it as 8-bit RGB, or as PNG, in the program that wrote it")
    case CTIFF_NO_MEMORY:
      return PictureError(.outOfMemory, subject: name, reason: "not enough memory to decode the picture")
    case CTIFF_PARTIAL:
      return PictureError(.corrupt, subject: name, reason: "parts of the picture are damaged\(details)")
    default: return PictureError(.corrupt, subject: name, reason: "the TIFF data is damaged\(details)")
    }
  }

  /// The names of compression methods (TIFF 6.0, and the registry of libtiff).
  private static let compressions: [Int32: String] = [
    2: "CCITT", 3: "Group 3", 4: "Group 4", 5: "LZW", 6: "old JPEG", 7: "JPEG", 8: "Deflate", 9: "JBIG", 10: "JBIG",
    34661: "JBIG", 34676: "SGI LogLuv", 34677: "SGI LogLuv", 34712: "JPEG 2000", 33003: "JPEG 2000",
    33005: "JPEG 2000", 34887: "LERC", 34933: "PNG", 34892: "lossy DNG", 34925: "LZMA", 34926: "Zstandard",
    34927: "WebP", 50000: "Zstandard", 50001: "WebP", 50002: "JPEG XL", 52546: "JPEG XL",
  ]
}
