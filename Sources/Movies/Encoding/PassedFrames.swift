import OpenCaptureMediaSamples

/// Pictures that come encoded, and stand in the movie as they came: those of a camera that encodes them.
///
/// Only tables that JPEG pictures leave out are put in.
struct PassedFrames: Sendable {
  /// How they are coded.
  let codec: VideoCodecType
  let format: EncodedFormat
  /// The same where they build on each other; nil for JPEG.
  private let stream: StreamCodec?
  private let name: String

  private static let remedy = "let them be encoded, or take a format in which the camera encodes them"

  /// Makes a track of them.
  ///
  /// - Parameters:
  ///   - sample: The first; nil where there is none yet, and so nothing to pass through.
  ///   - orientation: How they are to be turned to be upright.
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidOption`` where such frames can't be passed through to such a
  ///   file, ``MovieError/Code/invalidFrame`` where none can begin with this one; others where FFmpeg's libraries are
  ///   missing.
  init(
    like sample: SampleBuffer?, _ dimensions: VideoDimensions, _ orientation: ImageOrientation,
    in container: MovieContainer, name: String
  ) throws(MovieError) {
    guard let sample, let codec = sample.formatDescription.codec, let data = sample.dataBuffer else {
      throw MovieError(
        .invalidOption, subject: name,
        reason: "frames don't come encoded, so that there is nothing to pass through", remedy: Self.remedy)
    }
    let stream = StreamCodec(codec)
    guard codec == .jpeg || stream != nil else {
      throw MovieError(
        .invalidOption, subject: name,
        reason: "frames come as \(codec), and only JPEG, H.264 and H.265 are passed through", remedy: Self.remedy)
    }
    guard orientation == .up || container.storesOrientation else {
      throw MovieError(
        .invalidOption, subject: name, reason: "frames are to be turned, and \(container) can't say so",
        remedy: "take \(MovieContainer.quickTime)")
    }
    let units = stream.map { stream in data.withUnsafeBytes { StreamUnits($0, stream) } }
    guard units.map({ $0.isKey && !$0.parameters.isEmpty }) ?? true else {
      throw MovieError(
        .invalidFrame, subject: name, reason: "no movie can begin with the frame: it builds on frames before it",
        remedy: "begin with one that doesn't have the attachment \(Attachments.Key.notSync)")
    }
    format = try EncodedFormat(
      stream?.decoderName ?? "mjpeg", of: dimensions, parameters: units?.parameters ?? [], name: name)
    guard format.fits(container) else {
      throw MovieError(
        .invalidOption, subject: name, reason: "\(codec) isn't written to \(container)",
        remedy: "take \(MovieContainer.quickTime)")
    }
    (self.codec, self.stream, self.name) = (codec, stream, name)
  }

  /// A frame as it came.
  ///
  /// - Parameters:
  ///   - sample: The frame.
  ///   - time: In ticks of its track.
  ///   - duration: Likewise; 0 where nobody knows.
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidFrame`` where it isn't one.
  func packet(of sample: SampleBuffer, time: Int64, duration: Int64) throws(MovieError) -> EncodedPacket {
    guard sample.formatDescription.codec == codec, let data = sample.dataBuffer else { throw notWhole }
    if let stream {
      let units = data.withUnsafeBytes { StreamUnits($0, stream) }
      guard units.hasPicture else { throw notWhole }
      return try EncodedPacket(copying: data, isKey: units.isKey, time: time, duration: duration, name: name)
    }
    let startOfImage: [UInt8] = [0xff, 0xd8]
    guard data.withUnsafeBytes({ $0.starts(with: startOfImage) }) else { throw notWhole }
    let whole = try MovieError.of(name) { () throws(MediaError) in try data.withHuffmanTables() }
    return try EncodedPacket(copying: whole, isKey: true, time: time, duration: duration, name: name)
  }

  private var notWhole: MovieError {
    MovieError(
      .invalidFrame, subject: name, reason: "the frame can't be appended: it isn't a whole picture in \(codec)")
  }
}
