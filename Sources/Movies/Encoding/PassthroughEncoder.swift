import OpenCaptureMediaSamples

/// A passthrough of a camera's encoded frames into a movie; only missing Huffman tables are added to JPEG.
struct PassthroughEncoder: Sendable {
  /// The codec of the frames.
  let codec: VideoCodecType
  let format: EncodedFormat
  /// The interframe codec; nil for JPEG.
  private let stream: StreamCodec?
  private let name: String

  private static let hint = "turn off passthrough, or choose a format that the camera encodes"

  /// Creates a passthrough track.
  ///
  /// - Parameters:
  ///   - sample: The first frame; nil if none is available, which is an error.
  ///   - orientation: The rotation that shows frames upright.
  /// - Throws: ``MovieError`` with `MovieError.Code.invalidOption` if the container does not support the frames, or
  ///   with `MovieError.Code.invalidFrame` if the first frame is not a key frame.
  init(
    like sample: SampleBuffer?, _ dimensions: VideoDimensions, _ orientation: ImageOrientation,
    in container: MovieContainer, name: String
  ) throws(MovieError) {
    func invalidOption(_ reason: String, hint: String) -> MovieError {
      MovieError(.invalidOption, subject: name, reason: reason, hint: hint)
    }
    guard let sample, let codec = sample.format.codec, let data = sample.data else {
      throw invalidOption("passthrough requires encoded frames", hint: Self.hint)
    }
    let stream = StreamCodec(codec)
    guard codec == .jpeg || stream != nil else {
      throw invalidOption("passthrough supports only JPEG, H.264 and H.265, not \(codec)", hint: Self.hint)
    }
    let otherContainer = "use \(MovieContainer.quickTime)"
    guard orientation == .up || container.storesOrientation else {
      throw invalidOption("\(container) cannot store the rotation of the frames", hint: otherContainer)
    }
    let units = stream.map { stream in data.withUnsafeBytes { StreamUnits($0, stream) } }
    guard units.map({ $0.isKey && !$0.parameters.isEmpty }) ?? true else {
      throw MovieError(
        .invalidFrame, subject: name, reason: "the first frame of a movie must be a key frame",
        hint: "start with a frame without the attachment \(Attachments.Key.notSync)")
    }
    format = try EncodedFormat(
      stream?.rawValue ?? "mjpeg", of: dimensions, parameters: units?.parameters ?? [], name: name)
    guard format.fits(container) else {
      throw invalidOption("\(container) does not support \(codec)", hint: otherContainer)
    }
    self.codec = codec
    self.stream = stream
    self.name = name
  }

  /// Returns the packet of an encoded frame, with its time and duration in ticks of the track.
  ///
  /// - Throws: ``MovieError`` with `MovieError.Code.invalidFrame` if the sample is not a frame in the track's codec.
  func packet(of sample: SampleBuffer, time: Int64, duration: Int64) throws(MovieError) -> EncodedPacket {
    guard sample.format.codec == codec, let data = sample.data else { throw invalidFrame }
    if let stream {
      let units = data.withUnsafeBytes { StreamUnits($0, stream) }
      guard units.hasPicture else { throw invalidFrame }
      return try EncodedPacket(copying: data, isKey: units.isKey, time: time, duration: duration, name: name)
    }
    let startOfImage: [UInt8] = [0xff, 0xd8]
    guard data.withUnsafeBytes({ $0.starts(with: startOfImage) }) else { throw invalidFrame }
    let whole = try MovieError.of(name) { () throws(MediaError) in try data.withHuffmanTables() }
    return try EncodedPacket(copying: whole, isKey: true, time: time, duration: duration, name: name)
  }

  private var invalidFrame: MovieError {
    MovieError(.invalidFrame, subject: name, reason: "cannot append the frame: not a complete \(codec) image")
  }
}
