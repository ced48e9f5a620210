import COpenCaptureFFmpeg
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// FFmpeg's decoder of pictures that come one by one.
///
/// Used by one thread at a time.
final class StreamEngine: Lockable {
  /// Pictures are coded in blocks, of which the last in a row or column is cut.
  private static let largestBlock = 64

  private let decoder: OpaquePointer
  private let name: String
  private var pools = PixelBufferPools(whenExhausted: .allocates)
  /// The number of the picture that follows on the last; any other builds on none.
  private var next: Int64 = 0

  init(_ codec: StreamCodec, _ dimensions: VideoDimensions, name: String) throws(MovieError) {
    let coded = (dimensions.width + Self.largestBlock, dimensions.height + Self.largestBlock)
    var failure = cffmpeg_failure()
    let opened = PixelFormat.withFFmpegFormats { pixels in
      cffmpeg_stream_decoder_open(
        codec.decoderName, pixels.baseAddress, Int32(pixels.count), Int64(coded.0 * coded.1), &failure)
    }
    guard let opened else { throw MovieError(failure, subject: name, refused: .unsupportedCodec) }
    (decoder, self.name) = (opened, name)
  }

  deinit { cffmpeg_stream_decoder_close(decoder) }

  /// Decodes a picture behind the others; the frames that are whole by then, by their numbers.
  ///
  /// - Throws: ``MovieError`` where the picture is damaged.
  func decode(_ data: DataBuffer, number: Int64) throws(MovieError) -> [Int64: PixelBuffer] {
    if next != number { cffmpeg_stream_decoder_forget(decoder) }
    next = number + 1
    var failure = cffmpeg_failure()
    let isTaken = data.withUnsafeBytes { bytes in
      cffmpeg_stream_decoder_send(
        decoder, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(clamping: bytes.count), number,
        &failure)
    }
    guard isTaken else { throw error(failure) }
    var frames: [Int64: PixelBuffer] = [:]
    while true {
      var frame = cffmpeg_frame()
      switch cffmpeg_stream_decoder_receive(decoder, &frame, &failure) {
      case CFFMPEG_HAS_FRAME: frames[frame.time] = try picture(DecodedFrame(frame))
      case CFFMPEG_AT_END: return frames
      default: throw error(failure)
      }
    }
  }

  private func picture(_ decoded: DecodedFrame) throws(MovieError) -> PixelBuffer {
    guard let format = decoded.pixelFormat else {
      throw MovieError(.unsupportedConversion, subject: name, reason: "unknown pixels")
    }
    if let lease = decoded.lease(as: format) { return lease }
    return try decoded.converted(to: format, in: &pools, subject: name) {
      frame, planes, strides throws(MovieError) in
      var failure = cffmpeg_failure()
      guard cffmpeg_stream_decoder_convert(decoder, &frame, planes, strides, &failure) else {
        throw error(failure)
      }
    }
  }

  private func error(_ failure: cffmpeg_failure) -> MovieError {
    MovieError(failure, subject: name, refused: .corrupt)
  }
}
