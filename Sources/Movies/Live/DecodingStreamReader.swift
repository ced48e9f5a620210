import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// A reader that receives a network camera's stream by RTSP or HTTP and decodes it with FFmpeg.
///
/// The reader delivers current frames: a slow consumer skips frames instead of falling behind. Only a few protocols and
/// formats are allowed; the reader opens nothing else.
package final class DecodingStreamReader: NetworkStreamReader, @unchecked Sendable {
  // Unchecked: one thread reads; other threads call only `cancel()`, which the bridge allows.

  private let decoder: MovieDecoder
  private var skippedFrameCount = 0
  private var lateCount = 0
  private var count: UInt64 = 0

  /// Connects to a camera.
  ///
  /// - Parameter sharesFrames: Whether frames are decoded into memory that another process can map. Default: false.
  /// - Throws: ``MovieError`` if FFmpeg's libraries are missing, or if the camera is unreachable, rejects the login, or
  ///   sends no decodable data before the timeout.
  package init(_ address: NetworkStreamAddress, name: String, sharesFrames: Bool = false) throws(MovieError) {
    // Decoding slices in several threads costs more than it gains.
    var options = MovieReadingOptions(threadCount: 1)
    options.sharesFrames = sharesFrames
    decoder = try MovieDecoder(MovieSource(address, name: name), options: options)
    info = NetworkStreamInfo(decoder.info)
  }

  package let info: NetworkStreamInfo

  package func next() throws(MovieError) -> ReceivedFrame {
    while true {
      guard let frame = try decoder.next() as? DecodedFrame else { throw MovieError(endOfStream: decoder.name) }
      guard !frame.frame.is_late else {
        lateCount += 1
        continue
      }
      let sample = try decoder.sample(frame, sequenceNumber: count)
      let skippedCount = decoder.skippedFrameCount + lateCount
      defer {
        count += 1
        skippedFrameCount = skippedCount
      }
      var received = ReceivedFrame(
        sample, at: frame.time, decoder.wallClock, in: decoder.timeBase,
        arrival: cffmpeg_arrival(time: frame.frame.arrival, is_late: false),
        skippedFrameCount: skippedCount - skippedFrameCount)
      received.block = FrameBlock(of: frame.frame, for: sample)
      return received
    }
  }

  package func cancel() { decoder.cancel() }
}

extension MovieError {
  /// Creates the error for a camera that ended its stream.
  init(endOfStream name: String) { self.init(.unreachable, subject: name, reason: "the camera ended the stream") }
}
