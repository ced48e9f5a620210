import COpenCaptureFFmpeg
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// An FFmpeg decoder that receives one frame at a time, for one thread at a time.
final class StreamFrameDecoder: Lockable {
  /// The size of the largest coding block, by which the coded size can exceed the frame size.
  private static let largestBlock = 64

  private let decoder: OpaquePointer
  private let name: String
  private var pools = PixelBufferPools(whenExhausted: .allocates)
  /// The number of the frame that follows the last; any other number starts at a key frame.
  private var next: Int64 = 0

  init(_ codec: StreamCodec, _ dimensions: VideoDimensions, name: String) throws(MovieError) {
    let codedWidth = dimensions.width + Self.largestBlock
    let codedHeight = dimensions.height + Self.largestBlock
    var failure = cffmpeg_failure()
    let opened = PixelFormat.withFFmpegFormats { pixels in
      cffmpeg_stream_decoder_open(
        codec.rawValue, pixels.baseAddress, Int32(pixels.count), Int64(codedWidth * codedHeight), &failure)
    }
    guard let opened else { throw MovieError(failure, subject: name, refused: .unsupportedCodec) }
    decoder = opened
    self.name = name
  }

  deinit { cffmpeg_stream_decoder_close(decoder) }

  /// Decodes the next frame and returns all completed frames by their numbers.
  func decode(_ data: DataBuffer, number: Int64) throws(MovieError) -> [Int64: PixelBuffer] {
    if next != number { cffmpeg_stream_decoder_flush(decoder) }
    next = number + 1
    var failure = cffmpeg_failure()
    let isSent = data.withUnsafeBytes { bytes in
      cffmpeg_stream_decoder_send(
        decoder, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(clamping: bytes.count), number,
        &failure)
    }
    guard isSent else { throw error(failure) }
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
    try decoded.picture(in: &pools, subject: name) { frame, planes, strides throws(MovieError) in
      var failure = cffmpeg_failure()
      guard cffmpeg_stream_decoder_convert(decoder, &frame, planes, strides, &failure) else { throw error(failure) }
    }
  }

  private func error(_ failure: cffmpeg_failure) -> MovieError {
    MovieError(failure, subject: name, refused: .corrupt)
  }
}
