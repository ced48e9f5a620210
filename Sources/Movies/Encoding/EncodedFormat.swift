import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// How encoded media is to be decoded: its codec, its size or rate, and what a decoder must be told first.
package final class EncodedFormat: @unchecked Sendable {
  let parameters: OpaquePointer

  /// Takes over parameters of FFmpeg's, which nobody changes any more.
  init(_ parameters: OpaquePointer) { self.parameters = parameters }

  deinit { cffmpeg_format_release(parameters) }

  /// What a reader reads.
  convenience init(of reader: OpaquePointer, name: String) throws(MovieError) {
    var failure = cffmpeg_failure()
    guard let parameters = cffmpeg_reader_format(reader, &failure) else {
      throw MovieError(failure, subject: name, refused: .outOfMemory)
    }
    self.init(parameters)
  }

  /// Pictures as cameras encode them.
  ///
  /// - Parameters:
  ///   - codec: FFmpeg's name of a decoder; that of JPEG is `mjpeg`.
  ///   - parameters: What the decoder must be told first.
  ///   - name: What errors call the movie.
  /// - Throws: ``MovieError`` where FFmpeg's libraries or its decoder are missing.
  convenience init(
    _ codec: String, of dimensions: VideoDimensions, parameters: [UInt8], name: String
  ) throws(MovieError) {
    var failure = cffmpeg_failure()
    let format = cffmpeg_format_of_pictures(
      codec, Int32(clamping: dimensions.width), Int32(clamping: dimensions.height), parameters,
      Int32(clamping: parameters.count), &failure)
    guard let format else { throw MovieError(failure, subject: name, refused: .unsupportedCodec) }
    self.init(format)
  }

  /// What a decoder must be told first; empty for nothing.
  var decoderParameters: [UInt8] {
    var count = Int32(0)
    let bytes = cffmpeg_format_parameters(parameters, &count)
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// Whether a kind of file can hold what is encoded so.
  package func fits(_ container: MovieContainer) -> Bool {
    cffmpeg_container_takes(container.muxerName, parameters)
  }
}
