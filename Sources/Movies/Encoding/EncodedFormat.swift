import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// How encoded media is to be decoded: its codec, its size or rate, and what a decoder must be told first.
package final class EncodedFormat: @unchecked Sendable {
  let parameters: OpaquePointer

  /// Takes over parameters of FFmpeg's, which nobody changes any more.
  init(_ parameters: OpaquePointer) { self.parameters = parameters }

  deinit { cffmpeg_format_release(parameters) }

  /// JPEG files that follow each other, as cameras encode their pictures.
  ///
  /// - Throws: ``MovieError`` where FFmpeg's libraries are missing.
  convenience init(jpegOf dimensions: VideoDimensions, name: String) throws(MovieError) {
    var failure = cffmpeg_failure()
    let parameters = cffmpeg_format_of_jpeg(
      Int32(clamping: dimensions.width), Int32(clamping: dimensions.height), &failure)
    guard let parameters else { throw MovieError(failure, subject: name, refused: .unsupportedCodec) }
    self.init(parameters)
  }

  /// Whether a kind of file can hold what is encoded so.
  package func fits(_ container: MovieContainer) -> Bool {
    cffmpeg_container_takes(container.muxerName, parameters)
  }
}
