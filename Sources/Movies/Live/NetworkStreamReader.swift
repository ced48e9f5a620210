import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples

/// A reader of a network camera's stream, for one thread at a time, except for ``cancel()``.
package protocol NetworkStreamReader: AnyObject, Sendable {
  /// The stream information that the camera reports.
  var info: NetworkStreamInfo { get }

  /// Waits for the next frame and returns it.
  ///
  /// - Throws: ``MovieError`` if the stream ended, or after ``cancel()``.
  func next() throws(MovieError) -> ReceivedFrame

  /// Stops all current and future reads; safe from any thread.
  func cancel()
}

/// Opens a camera's stream for decoded frames.
///
/// Throws ``MovieError`` if the camera is unreachable, rejects the login, or sends no decodable data before the timeout.
package typealias NetworkStreamOpener =
  @Sendable (_ address: NetworkStreamAddress, _ name: String) throws(MovieError) -> any NetworkStreamReader

/// Information about a network camera's stream.
package struct NetworkStreamInfo: Sendable, Hashable {
  /// The codec of the frames.
  package var codec: VideoCodecType
  /// The mean number of frames per second; nil if the camera does not report it.
  package var nominalFrameRate: Double?
  /// Whether the decoding order of frames differs from their presentation order.
  package var isReordered: Bool
  /// Whether frames have the camera's own times; JPEG by HTTP has none.
  package var hasCameraTimes: Bool

  package init(codec: VideoCodecType, nominalFrameRate: Double?, isReordered: Bool, hasCameraTimes: Bool) {
    self.codec = codec
    self.nominalFrameRate = nominalFrameRate
    self.isReordered = isReordered
    self.hasCameraTimes = hasCameraTimes
  }

  init(_ info: MovieInfo) {
    codec = info.codec
    nominalFrameRate = info.nominalFrameRate
    isReordered = info.isReordered
    hasCameraTimes = !["mpjpeg", "mjpeg", "h264", "hevc"].contains(info.container)
  }
}

/// A frame of a network camera with its arrival time and clock information.
package struct ReceivedFrame: Sendable {
  /// The frame, with the times of the stream.
  package var sample: SampleBuffer
  /// The arrival of the frame's last bytes, in nanoseconds of the monotonic clock.
  package var nanoseconds: UInt64
  /// Whether the frame was already waiting with other frames when it was read.
  package var isLate: Bool
  /// The time by the camera's clock in microseconds since 1970; nil if the camera does not report it.
  package var wallClock: Int64?
  /// The number of frames and packets skipped since the preceding frame.
  package var skippedFrameCount: Int
  /// The frame's memory for other processes; nil if they cannot map it.
  package var block: FrameBlock?

  package init(
    _ sample: SampleBuffer, arrival nanoseconds: UInt64, isLate: Bool, wallClock: Int64?, skippedFrameCount: Int
  ) {
    self.sample = sample
    self.nanoseconds = nanoseconds
    self.isLate = isLate
    self.wallClock = wallClock
    self.skippedFrameCount = skippedFrameCount
  }

  /// - Parameters:
  ///   - ticks: The time of the frame in the stream.
  ///   - clock: The camera's report of the time of day.
  init(
    _ sample: SampleBuffer, at ticks: Int64, _ clock: cffmpeg_wall_clock, in timeBase: TimeBase,
    arrival: cffmpeg_arrival, skippedFrameCount: Int
  ) {
    self.sample = sample
    self.skippedFrameCount = skippedFrameCount
    nanoseconds = UInt64(clamping: arrival.time)
    isLate = arrival.is_late
    guard clock.microseconds != 0 else { return }
    let since = timeBase.time(ticks &- clock.time)?.convertScale(1_000_000)
    wallClock = since.flatMap { $0.isNumeric ? clock.microseconds &+ $0.value : nil }
  }
}

/// The address of a network camera.
package struct NetworkStreamAddress: Sendable {
  /// The address for FFmpeg, with user name and password.
  package var text: String
  /// Whether RTP uses UDP, instead of the RTSP connection.
  package var usesDatagrams: Bool
  /// The bearer token for HTTP authorization; nil for none.
  package var token: String?
  /// The path of a PEM file with additional trusted certificates; nil for none.
  package var certificates: String?
  /// The timeout for connecting and for each frame, in milliseconds.
  package var timeoutMilliseconds: Int

  package init(
    _ text: String, usesDatagrams: Bool = false, token: String? = nil, certificates: String? = nil,
    timeoutMilliseconds: Int
  ) {
    self.text = text
    self.usesDatagrams = usesDatagrams
    self.token = token
    self.certificates = certificates
    self.timeoutMilliseconds = timeoutMilliseconds
  }
}
