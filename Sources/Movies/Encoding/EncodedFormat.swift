import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples

/// How encoded media is to be decoded: its codec, its size or rate, and what a decoder must be told first.
package final class EncodedFormat: @unchecked Sendable {
  let parameters: OpaquePointer

  /// Takes over parameters of FFmpeg's, which nobody changes any more.
  init(_ parameters: OpaquePointer) { self.parameters = parameters }

  deinit { cffmpeg_format_release(parameters) }

  /// Whether a kind of file can hold what is encoded so.
  package func fits(_ container: MovieContainer) -> Bool {
    cffmpeg_container_takes(container.muxerName, parameters)
  }
}
