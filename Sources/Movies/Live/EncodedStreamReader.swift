import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A reader of a network camera's encoded stream, by RTSP or HTTP, which decodes frames on demand and skips none.
package final class EncodedStreamReader: NetworkStreamReader, @unchecked Sendable {
  // Unchecked: one thread reads; other threads call only `cancel()`, which the bridge allows.

  /// The decoding method for frames.
  private enum Pictures {
    /// Each frame is decoded independently.
    case whole(any ImageDecoder)
    /// Frames are decoded together with their reference frames.
    case stream(StreamDecoder)
  }

  package let info: NetworkStreamInfo
  private let source: MovieSource
  private let reader: OpaquePointer
  private let timeBase: TimeBase
  private let description: FormatDescription
  private let pictures: Pictures
  /// The timeout for a usable frame, in nanoseconds; key frames can be many seconds apart.
  private let timeout: UInt64
  private var count: UInt64 = 0
  /// The time of the preceding frame in ticks.
  private var last: Int64?

  /// Connects to a camera.
  ///
  /// - Parameter description: The expected format: JPEG, H.264 or H.265.
  /// - Throws: ``MovieError`` if FFmpeg's libraries are missing, or if the camera is unreachable, rejects the login, or
  ///   sends another format.
  package init(
    _ address: NetworkStreamAddress, _ description: FormatDescription, jpegDecoder: any ImageDecoder, name: String
  ) throws(MovieError) {
    let source = MovieSource(address, name: name)
    timeout = UInt64(max(0, address.timeoutMilliseconds)) * 1_000_000 + 30_000_000_000
    pictures =
      try description.codec.flatMap { StreamCodec($0) }.map { codec throws(MovieError) in
        .stream(try StreamDecoder(codec, description.videoDimensions, name: name))
      } ?? .whole(jpegDecoder)
    var failure = cffmpeg_failure()
    guard let reader = source.openReader(isSound: false, keepsPackets: true, &failure) else {
      throw MovieError(failure, subject: name, refused: .corrupt)
    }
    let opened = cffmpeg_reader_info(reader)
    self.source = source
    self.reader = reader
    self.description = description
    let movie = MovieInfo(opened, orientation: nil)
    info = NetworkStreamInfo(movie)
    timeBase = TimeBase(opened.time_base)
    guard info.codec == description.codec else { throw unsupported("the camera now sends \(movie.codecName)") }
    guard !info.isReordered else { throw unsupported(Self.isReordered) }
    try takeParameters()
  }

  deinit { cffmpeg_reader_close(reader) }

  private static let isReordered = "reordered frames (B-frames) are not supported"

  private func unsupported(_ reason: String) -> MovieError {
    MovieError(.unsupportedCodec, subject: source.name, reason: reason, hint: "use the decoded format")
  }

  /// Passes the codec parameters from the RTSP session description to the decoder.
  private func takeParameters() throws(MovieError) {
    guard case .stream(let stream) = pictures else { return }
    let parameters = try EncodedFormat(of: reader, name: source.name).decoderParameters
    guard !parameters.isEmpty else { return }
    _ = try MovieError.of(source.name) { () throws(MediaError) in
      try stream.take(DataBuffer(copying: parameters.span.bytes), number: 0)
    }
  }

  package func next() throws(MovieError) -> ReceivedFrame {
    let deadline = MonotonicClock.now() + timeout
    while true {
      guard MonotonicClock.now() < deadline else {
        throw MovieError(.silent, subject: source.name, reason: "no key frame arrived before the timeout")
      }
      guard let packet = try EncodedPacket(nextOf: reader, name: source.name) else {
        throw MovieError(endOfStream: source.name)
      }
      let ticks = ticks(packet)
      guard packet.byteCount > 0, let sample = try sample(packet, at: ticks) else { continue }
      return ReceivedFrame(
        sample, at: ticks, cffmpeg_reader_wall_clock(reader), in: timeBase,
        arrival: cffmpeg_reader_arrival(reader), skippedFrameCount: 0)
    }
  }

  /// Returns the presentation time of a frame; the first frame of a stream may have none.
  private func ticks(_ packet: EncodedPacket) -> Int64 {
    guard packet.time == .min else { return packet.time }
    guard let last else { return 0 }
    return last &+ Int64(Double(timeBase.denominator) / Double(timeBase.numerator) / (info.nominalFrameRate ?? 25))
  }

  /// Returns the sample of a packet; nil without a frame, or for a frame with missing reference frames.
  private func sample(_ packet: EncodedPacket, at ticks: Int64) throws(MovieError) -> SampleBuffer? {
    let data = try MovieError.of(source.name) { () throws(MediaError) in try packet.data }
    // A larger step back means that the camera restarted its stream.
    if let last, ticks < last, let step = timeBase.time(last &- ticks), step.seconds < 1 {
      throw unsupported(Self.isReordered)
    }
    let timing = SampleTiming(presentationTimeStamp: timeBase.time(ticks) ?? .invalid)
    var sample: SampleBuffer?
    switch pictures {
    case .whole(let decoder):
      sample = SampleBuffer(
        data: data, format: description, decoder: decoder, timing: timing, sequenceNumber: count)
    case .stream(let stream):
      switch try MovieError.of(source.name, { () throws(MediaError) in try stream.take(data, number: count) }) {
      case .picture(let picture): sample = picture.sampleBuffer(description, timing: timing, sequenceNumber: count)
      case .orphan: break
      case .nothing: return nil
      }
    }
    count += 1
    last = ticks
    return sample
  }

  package func cancel() { cffmpeg_reader_cancel(reader) }
}
