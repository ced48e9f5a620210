package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// One picture of a ``StreamDecoder``'s: decodes it once, with those before that it builds on.
package final class StreamPicture: ImageDecoder {
  private struct State: Lockable {
    var result: Result<PixelBuffer, MovieError>?
  }

  /// The picture as it came, with what a decoder must know first where it builds on none before.
  package let data: DataBuffer
  /// Whether it builds on none before.
  package let isKey: Bool
  /// Its place in the stream.
  let number: Int64
  private let stream: StreamDecoder
  private let state = Locked(State())

  init(_ data: DataBuffer, isKey: Bool, number: Int64, of stream: StreamDecoder) {
    (self.data, self.isKey, self.number, self.stream) = (data, isKey, number, stream)
  }

  /// The picture as a sample, which has `notSync` attached where it builds on others.
  ///
  /// - Parameter sequenceNumber: Its place in the camera's count.
  package func sampleBuffer(
    _ description: FormatDescription, timing: SampleTiming, sequenceNumber: UInt64
  ) -> SampleBuffer {
    var attachments = Attachments()
    if !isKey { attachments.set(.bool(true), for: .notSync, mode: .shouldNotPropagate) }
    return SampleBuffer(
      dataBuffer: data, formatDescription: description, decoder: self, timing: timing,
      sequenceNumber: sequenceNumber, attachments: attachments)
  }

  /// What became of it; nil until it was its turn.
  var result: Result<PixelBuffer, MovieError>? {
    get { state.withLock { $0.result } }
    set { state.withLock { $0.result = newValue } }
  }

  /// Luma and chroma at half resolution.
  package var pixelFormats: [PixelFormat] { [.i420] }

  package func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { try decodeImage(data, as: .i420).luma() }

  package func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer {
    if result == nil { stream.decode(through: number) }
    guard let result else {
      throw MovieError(
        .invalidFrame, subject: stream.name,
        reason: "pictures that come in another order than they are shown in aren't decoded")
    }
    return try result.get().converted(to: format)
  }
}
