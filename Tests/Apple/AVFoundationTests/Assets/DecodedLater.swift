import CoreMedia
import Dispatch
import OpenCaptureMediaSamples

/// A picture that a test holds up when it is decoded: what writes it gets no further meanwhile.
final class DecodedLater: ImageDecoder {
  private let gate = DispatchSemaphore(value: 0)
  private let beginnings: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

  init() { beginnings = AsyncStream.makeStream() }

  /// The picture at a time.
  func sample(at time: CMTime) throws -> CMSampleBuffer { try .encoded(self, at: time) }

  /// Waits until somebody wants its pixels.
  func isWanted() async { for await _ in beginnings.stream { return } }

  /// Lets it be decoded.
  func release() { gate.signal() }

  func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { try decodeImage(data, as: .grey) }

  func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer {
    beginnings.continuation.yield()
    gate.wait()
    gate.signal()
    return try WrittenMovie.picture(0, as: format)
  }
}

/// A picture that can't be decoded.
struct DecodedNever: ImageDecoder {
  private struct Damage: Error {}

  /// The picture at a time.
  func sample(at time: CMTime) throws -> CMSampleBuffer { try .encoded(self, at: time) }

  func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { throw Damage() }

  func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer { throw Damage() }
}

extension CMSampleBuffer {
  fileprivate static func encoded(_ decoder: some ImageDecoder, at time: CMTime) throws -> CMSampleBuffer {
    CMSampleBuffer(
      dataBuffer: try DataBuffer(copying: [0xFF, 0xD8].span.bytes),
      formatDescription: CMFormatDescription(codec: .jpeg, dimensions: WrittenMovie.size), decoder: decoder,
      timing: SampleTiming(presentationTimeStamp: time))
  }
}
