import OpenCaptureMediaSamples

/// Pictures that come encoded, each by itself, and stand in the movie as they came: those of a camera that encodes them.
///
/// Only tables that they leave out are put in.
struct PassedFrames: Sendable {
  /// How they are coded.
  let codec: VideoCodecType
  let format: EncodedFormat
  private let name: String

  /// Makes a track of them.
  ///
  /// - Parameters:
  ///   - codec: How frames come encoded; nil where they don't.
  ///   - orientation: How they are to be turned to be upright.
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidOption`` where such frames can't be passed through to such a
  ///   file; others where FFmpeg's libraries are missing.
  init(
    _ codec: VideoCodecType?, _ dimensions: VideoDimensions, _ orientation: ImageOrientation,
    in container: MovieContainer, name: String
  ) throws(MovieError) {
    guard let codec, codec == .jpeg else {
      throw MovieError(
        .invalidOption, subject: name,
        reason: codec.map { "frames come as \($0), and only JPEG is passed through" }
          ?? "frames don't come encoded, so that there is nothing to pass through",
        remedy: "let them be encoded, or take a format in which the camera encodes them")
    }
    guard orientation == .up || container.storesOrientation else {
      throw MovieError(
        .invalidOption, subject: name, reason: "frames are to be turned, and \(container) can't say so",
        remedy: "take \(MovieContainer.quickTime)")
    }
    format = try EncodedFormat(jpegOf: dimensions, name: name)
    guard format.fits(container) else {
      throw MovieError(
        .invalidOption, subject: name, reason: "\(codec) isn't written to \(container)",
        remedy: "take \(MovieContainer.quickTime)")
    }
    (self.codec, self.name) = (codec, name)
  }

  /// A frame as it came.
  ///
  /// - Parameters:
  ///   - sample: The frame.
  ///   - time: In ticks of its track.
  ///   - duration: Likewise; 0 where nobody knows.
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidFrame`` where it isn't one.
  func packet(of sample: SampleBuffer, time: Int64, duration: Int64) throws(MovieError) -> EncodedPacket {
    let startOfImage: [UInt8] = [0xff, 0xd8]
    guard sample.formatDescription.codec == codec, let data = sample.dataBuffer,
      data.withUnsafeBytes({ $0.starts(with: startOfImage) })
    else {
      throw MovieError(
        .invalidFrame, subject: name, reason: "the frame can't be appended: it isn't a whole picture in \(codec)")
    }
    let whole = try MovieError.of(name) { () throws(MediaError) in try data.withHuffmanTables() }
    return try EncodedPacket(copying: whole, time: time, duration: duration, name: name)
  }
}
