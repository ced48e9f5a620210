import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// Reads what a camera on the network sends, by RTSP or HTTP, and decodes it, through FFmpeg.
///
/// What is decoded is what the camera sees now: whoever takes frames more slowly than they come loses those between, rather
/// than see what is ever longer ago. Protocols and formats are the few that it takes; nothing else is opened.
package final class LiveMovieReader: LiveReader, @unchecked Sendable {
  // Unchecked: one thread reads; only `cancel()` is called by others, which the bridge allows.

  private let decoder: MovieDecoder
  private var passedOverCount = 0
  private var lateCount = 0
  private var count: UInt64 = 0

  /// Connects to a camera.
  ///
  /// - Parameters:
  ///   - address: Where it is.
  ///   - name: What errors call it.
  /// - Throws: ``MovieError`` where FFmpeg's libraries are missing, the camera isn't there, wants a password, or sends
  ///   nothing in time that can be decoded.
  package init(_ address: LiveAddress, name: String) throws(MovieError) {
    var options = MovieReadingOptions()
    // A call for each of several slices costs less than it gains.
    options.threadCount = 1
    decoder = try MovieDecoder(MovieSource(address, name: name), options: options)
  }

  package var info: MovieInfo { decoder.info }

  package func next() throws(MovieError) -> LiveArrival {
    while true {
      guard let frame = try decoder.next() as? DecodedFrame else { throw MovieError(endOfStream: decoder.name) }
      guard !frame.frame.is_late else {
        lateCount += 1
        continue
      }
      let sample = try decoder.sample(frame, sequenceNumber: count)
      let passedOver = decoder.passedOverCount + lateCount
      defer { (count, passedOverCount) = (count + 1, passedOver) }
      return LiveArrival(
        sample, at: frame.time, decoder.wallClock, in: decoder.timeBase,
        arrival: cffmpeg_arrival(time: frame.frame.arrival, is_late: false),
        passedOverCount: passedOver - passedOverCount)
    }
  }

  package func cancel() { decoder.cancel() }
}

extension MovieError {
  /// A camera that sends nothing more.
  init(endOfStream name: String) { self.init(.unreachable, subject: name, reason: "it ended the stream") }
}
