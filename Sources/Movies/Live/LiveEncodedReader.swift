import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples

/// Reads what a camera on the network sends, by RTSP or HTTP, and leaves it as the camera encodes it: a picture is decoded
/// once somebody asks for one.
///
/// Nothing is passed over, however much waits: what isn't decoded takes no time.
package final class LiveEncodedReader: LiveReader, @unchecked Sendable {
  // Unchecked: one thread reads; only `cancel()` is called by others, which the bridge allows.

  /// What decodes pictures.
  private enum Pictures {
    /// Each by itself.
    case whole(any ImageDecoder)
    /// With those before that it builds on.
    case stream(StreamDecoder)
  }

  package let info: MovieInfo
  private let source: MovieSource
  private let reader: OpaquePointer
  private let timeBase: TimeBase
  private let description: FormatDescription
  private let pictures: Pictures
  private var count: UInt64 = 0
  /// When the picture before was shown, in ticks.
  private var last: Int64?

  /// Connects to a camera.
  ///
  /// - Parameters:
  ///   - address: Where it is.
  ///   - description: What it is known to send: JPEG, H.264 or H.265.
  ///   - jpegDecoder: What decodes JPEG.
  ///   - name: What errors call it.
  /// - Throws: ``MovieError`` where FFmpeg's libraries are missing, the camera isn't there, wants a password, or sends
  ///   something else.
  package init(
    _ address: LiveAddress, _ description: FormatDescription, jpegDecoder: any ImageDecoder, name: String
  ) throws(MovieError) {
    let source = MovieSource(address, name: name)
    pictures =
      try description.codec.flatMap { StreamCodec($0) }.map { codec throws(MovieError) in
        .stream(try StreamDecoder(codec, description.dimensions, name: name))
      } ?? .whole(jpegDecoder)
    var (bridged, options, failure) = (source.source, cffmpeg_reader_options(), cffmpeg_failure())
    options.is_over = { WorkLimit.isReached }
    (options.thread_count, options.maximum_pixel_count, options.keeps_packets) = (1, 1 << 28, true)
    guard let reader = cffmpeg_reader_open(&bridged, &options, &failure) else {
      throw MovieError(failure, subject: name, refused: .corrupt)
    }
    let opened = cffmpeg_reader_info(reader)
    (self.source, self.reader, self.description) = (source, reader, description)
    (info, timeBase) = (MovieInfo(opened, orientation: nil), TimeBase(opened.time_base))
    guard info.codec == description.codec else { throw refusal("it sends \(info.codecName) now") }
    guard !info.isReordered else { throw refusal(Self.isReordered) }
    try takeParameters()
  }

  deinit { cffmpeg_reader_close(reader) }

  private static let isReordered = "its pictures come in another order than they are shown in"

  private func refusal(_ reason: String) -> MovieError {
    MovieError(
      .unsupportedCodec, subject: source.name, reason: reason, remedy: "take the format in which it is decoded")
  }

  /// Hands over what a decoder must know first, which RTSP says once.
  private func takeParameters() throws(MovieError) {
    guard case .stream(let stream) = pictures else { return }
    let parameters = try EncodedFormat(of: reader, name: source.name).decoderParameters
    guard !parameters.isEmpty else { return }
    _ = try MovieError.of(source.name) { () throws(MediaError) in
      try stream.take(DataBuffer(copying: parameters.span.bytes), number: 0)
    }
  }

  package func next() throws(MovieError) -> LiveArrival {
    while true {
      guard let packet = try EncodedPacket(nextOf: reader, name: source.name) else {
        throw MovieError(endOfStream: source.name)
      }
      let ticks = ticks(packet)
      guard packet.byteCount > 0, let sample = try sample(packet, at: ticks) else { continue }
      return LiveArrival(
        sample, at: ticks, cffmpeg_reader_wall_clock(reader), in: timeBase,
        arrival: cffmpeg_reader_arrival(reader), passedOverCount: 0)
    }
  }

  /// When a picture is shown; the first of a stream doesn't say that.
  private func ticks(_ packet: EncodedPacket) -> Int64 {
    guard packet.time == .min else { return packet.time }
    guard let last else { return 0 }
    return last &+ Int64(Double(timeBase.denominator) / Double(timeBase.numerator) / (info.nominalFrameRate ?? 25))
  }

  /// Nil for what is no picture, or builds on some that came before the beginning.
  private func sample(_ packet: EncodedPacket, at ticks: Int64) throws(MovieError) -> SampleBuffer? {
    let data = try MovieError.of(source.name) { () throws(MediaError) in try packet.data }
    // Where a camera begins anew, times go back by more.
    if let last, ticks < last, let step = timeBase.time(last &- ticks), step.seconds < 1 {
      throw refusal(Self.isReordered)
    }
    let timing = SampleTiming(presentationTimeStamp: timeBase.time(ticks) ?? .invalid)
    var taken: StreamDecoder.Taking?
    if case .stream(let stream) = pictures {
      taken = try MovieError.of(source.name) { () throws(MediaError) in try stream.take(data, number: count) }
    }
    if case .nothing? = taken { return nil }
    defer { (count, last) = (count + 1, ticks) }
    switch (pictures, taken) {
    case (.whole(let decoder), _):
      return SampleBuffer(
        dataBuffer: data, formatDescription: description, decoder: decoder, timing: timing, sequenceNumber: count)
    case (_, .picture(let picture)?):
      return picture.sampleBuffer(description, timing: timing, sequenceNumber: count)
    default: return nil
    }
  }

  package func cancel() { cffmpeg_reader_cancel(reader) }
}
