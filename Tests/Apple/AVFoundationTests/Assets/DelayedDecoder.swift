import CoreMedia
import Dispatch
import OpenCaptureMediaSamples

/// An image whose decoding a test can delay, so that the writer waits.
final class DelayedDecoder: ImageDecoder {
  private let gate = DispatchSemaphore(value: 0)
  private let beginnings: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

  init() { beginnings = AsyncStream.makeStream() }

  /// Creates a sample of the image at a time.
  func sample(at time: CMTime) throws -> CMSampleBuffer { try .encoded(self, at: time) }

  /// Waits until the decoder is called.
  func waitForDecoding() async { for await _ in beginnings.stream { return } }

  /// Lets the decoder continue.
  func release() { gate.signal() }

  func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { try decodeImage(data, as: .grey) }

  func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer {
    beginnings.continuation.yield()
    gate.wait()
    gate.signal()
    return try WrittenMovie.picture(0, as: format)
  }
}

/// An image that cannot be decoded.
struct FailingDecoder: ImageDecoder {
  private struct Damage: Error {}

  /// Creates a sample of the image at a time.
  func sample(at time: CMTime) throws -> CMSampleBuffer { try .encoded(self, at: time) }

  func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { throw Damage() }

  func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer { throw Damage() }
}

extension CMSampleBuffer {
  fileprivate static func encoded(_ decoder: some ImageDecoder, at time: CMTime) throws -> CMSampleBuffer {
    CMSampleBuffer(
      data: try DataBuffer(copying: [0xFF, 0xD8].span.bytes),
      format: CMFormatDescription(codec: .jpeg, dimensions: WrittenMovie.size), decoder: decoder,
      timing: SampleTiming(presentationTimeStamp: time))
  }
}
