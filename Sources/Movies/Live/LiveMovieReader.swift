import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples

/// Reads what a camera on the network sends, by RTSP or HTTP, through FFmpeg.
///
/// What is decoded is what the camera sees now: whoever takes frames more slowly than they come loses those between, rather
/// than see what is ever longer ago. Protocols and formats are the few that it takes; nothing else is opened.
package final class LiveMovieReader: @unchecked Sendable {
  // Unchecked: one thread reads; only `cancel()` is called by others, which the bridge allows.

  /// Where the camera is.
  package struct Address: Sendable {
    /// As FFmpeg takes it, with name and password.
    package var text: String
    /// Whether RTP comes by UDP, rather than within the connection that RTSP has.
    package var usesDatagrams: Bool
    /// What HTTP is told beside the address, to be let in; nil for nothing.
    package var token: String?
    /// A file in PEM with certificates that are trusted beside those of the system; nil for none.
    package var certificates: String?
    /// How many milliseconds are waited for it, opening it and for each frame.
    package var patience: Int

    package init(
      _ text: String, usesDatagrams: Bool = false, token: String? = nil, certificates: String? = nil, patience: Int
    ) {
      (self.text, self.usesDatagrams, self.token) = (text, usesDatagrams, token)
      (self.certificates, self.patience) = (certificates, patience)
    }
  }

  /// A frame, and what is known of when it was.
  package struct Arrival: Sendable {
    /// With the stream's own times.
    package var sample: SampleBuffer
    /// When its last bytes came, in nanoseconds of the monotonic clock.
    package var nanoseconds: UInt64
    /// When it was by the camera's clock, in microseconds since 1970; nil where it doesn't say.
    package var wallClock: Int64?
    /// How many frames and packets were passed over since the one before.
    package var passedOverCount: Int
  }

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
  package init(_ address: Address, name: String) throws(MovieError) {
    var options = MovieReadingOptions()
    // A call for each of several slices costs less than it gains.
    options.threadCount = 1
    decoder = try MovieDecoder(MovieSource(address, name: name), options: options)
  }

  /// What the camera says that it sends.
  package var info: MovieInfo { decoder.info }

  /// Whether frames have times of the camera's; JPEG by HTTP has none.
  package var tellsTime: Bool { !["mpjpeg", "mjpeg", "h264", "hevc"].contains(info.container) }

  /// The next frame, once it is there.
  ///
  /// - Throws: ``MovieError`` where none will come, or ``cancel()`` was called.
  package func next() throws(MovieError) -> Arrival {
    while true {
      guard let frame = try decoder.next() as? DecodedFrame else {
        throw MovieError(.unreachable, subject: decoder.name, reason: "it ended the stream")
      }
      guard !frame.frame.is_late else {
        lateCount += 1
        continue
      }
      let sample = try decoder.sample(frame, sequenceNumber: count)
      let passedOver = decoder.passedOverCount + lateCount
      defer { (count, passedOverCount) = (count + 1, passedOver) }
      return Arrival(
        sample: sample, nanoseconds: UInt64(clamping: frame.frame.arrival), wallClock: wallClock(at: frame.time),
        passedOverCount: passedOver - passedOverCount)
    }
  }

  private func wallClock(at ticks: Int64) -> Int64? {
    guard let clock = decoder.wallClock else { return nil }
    let since = decoder.timeBase.time(ticks &- clock.ticks)?.convertScale(1_000_000)
    return since.flatMap { $0.isNumeric ? clock.microseconds &+ $0.value : nil }
  }

  /// Ends all reading, now and later; from any thread.
  package func cancel() { decoder.cancel() }
}
