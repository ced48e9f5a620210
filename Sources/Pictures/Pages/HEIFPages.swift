import COpenCaptureHEIF
import OpenCaptureMediaSamples
import OpenCapturePictures
import OpenCaptureSystem

/// The pictures of a HEIC or AVIF file, decoded by libheif, with the rotation and cropping of the file applied.
final class HEIFPages: PageDecoder, @unchecked Sendable {
  let count: Int
  private let name: String
  /// The data of the file, which libheif uses without a copy.
  private let data: DataBuffer
  /// The file opened by libheif, used by one thread at a time.
  private let file: Locked<OpaquePointer>

  /// The longest side in pixels that a header may declare.
  private static let longestSide: Int32 = 65_535

  init(_ data: DataBuffer, name: String, limits: PictureLimits) throws(PictureError) {
    let bytes = data.withUnsafeBytes { $0.baseAddress?.assumingMemoryBound(to: UInt8.self) }
    var opened = OpaquePointer?.none
    var failure = cheif_failure()
    let longest = Int32(clamping: min(Int(Self.longestSide), limits.maximumPixelCount))
    let outcome = cheif_open(bytes, data.count, longest, &opened, &failure)
    guard outcome == CHEIF_DONE, let opened else { throw Self.error(outcome, failure, name) }
    self.name = name
    self.data = data
    count = Int(cheif_picture_count(opened))
    file = Locked(opened)
  }

  deinit { cheif_close(file.withLock { $0 }) }

  var byteCount: Int { data.count }

  func dimensions(ofPage index: Int) throws(PictureError) -> VideoDimensions {
    try file.withLock { (file) throws(PictureError) in
      var width: Int32 = 0
      var height: Int32 = 0
      guard cheif_picture_size(file, Int32(clamping: index), &width, &height) else {
        throw PictureError(.corrupt, subject: name, reason: "the picture is damaged")
      }
      return VideoDimensions(width: Int(width), height: Int(height))
    }
  }

  func page(_ index: Int) throws(PictureError) -> PicturePage {
    var picture = try file.withLock { (file) throws(PictureError) in
      var failure = cheif_failure()
      var decoded: OpaquePointer?
      let outcome = cheif_decode(file, Int32(clamping: index), &decoded, &failure)
      guard outcome == CHEIF_DONE else { throw Self.error(outcome, failure, name) }
      defer { cheif_decoded_free(decoded) }
      let size = VideoDimensions(
        width: Int(cheif_decoded_width(decoded)), height: Int(cheif_decoded_height(decoded)))
      return try PixelBuffer.drawn(size, name: name) { (pixels, bytesPerRow) throws(PictureError) in
        cheif_decoded_copy(decoded, pixels, Int32(clamping: bytesPerRow))
      }
    }
    do { try picture.compositeOntoWhite() } catch { throw PictureError(error, subject: name) }
    return PicturePage(sampleBuffer: SampleBuffer(pixelBuffer: picture))
  }

  private static func error(_ outcome: cheif_outcome, _ failure: cheif_failure, _ name: String) -> PictureError {
    let message = PictureError.words(failure.message)
    let details = message.isEmpty ? "" : " (\(message))"
    switch outcome {
    case CHEIF_NO_LIBRARY: return PageEngine.libheif.missing(name)
    case CHEIF_NO_DECODER:
      return PictureError(
        .libraryMissing, subject: name, reason: "the installed libheif has no decoder for the file\(details)",
        hint: "install its plugins, such as libheif-plugin-libde265 for HEIC and libheif-plugin-dav1d for AVIF")
    case CHEIF_UNSUPPORTED:
      return PictureError(
        .unsupportedConversion, subject: name,
        reason: "the installed libheif does not support the picture\(details)",
        hint: "install a newer libheif, or convert it to PNG or JPEG")
    case CHEIF_NO_MEMORY:
      return PictureError(.outOfMemory, subject: name, reason: "not enough memory to decode the picture")
    default: return PictureError(.corrupt, subject: name, reason: "the data is damaged\(details)")
    }
  }
}
