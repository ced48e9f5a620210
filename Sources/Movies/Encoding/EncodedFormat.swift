import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples

/// How encoded media is to be decoded: its codec, its size or rate, and what a decoder must be told first.
package final class EncodedFormat: @unchecked Sendable {
  let parameters: OpaquePointer

  /// Takes over parameters of FFmpeg's, which nobody changes any more.
  init(_ parameters: OpaquePointer) { self.parameters = parameters }

  deinit { cffmpeg_format_release(parameters) }

  /// Pictures that somebody else encoded, a camera for instance.
  ///
  /// - Throws: ``MovieError`` where FFmpeg's libraries are missing or don't know the codec.
  package convenience init(codec: VideoCodecType, dimensions: VideoDimensions) throws(MovieError) {
    var failure = cffmpeg_failure()
    let name = codec.ffmpegName
    let parameters = cffmpeg_format_of_pictures(
      name, Int32(clamping: dimensions.width), Int32(clamping: dimensions.height), &failure)
    guard let parameters else { throw MovieError(failure, subject: "\(codec)", refused: .unsupportedCodec) }
    self.init(parameters)
  }

  /// Whether a kind of file can hold what is encoded so.
  package func fits(_ container: MovieContainer) -> Bool {
    cffmpeg_container_takes(container.muxerName, parameters)
  }
}
