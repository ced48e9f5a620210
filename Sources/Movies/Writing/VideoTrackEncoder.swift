import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples

/// The video track of a movie, which converts frames to packets, for one thread at a time.
package struct VideoTrackEncoder: Sendable {
  /// The width and height of the stored frames in pixels, before the orientation is applied.
  let dimensions: VideoDimensions
  /// The orientation stored in the file.
  let orientation: ImageOrientation
  let coder: VideoPacketSource
  private let name: String
  private let frameRate: FrameRate
  private var timeline: MovieTimeline
  private var pools = PixelBufferPools(maximumBufferCount: 2, whenExhausted: .allocates)

  /// Opens an encoder for frames of a given size.
  ///
  /// - Parameters:
  ///   - orientation: The rotation that shows frames upright.
  ///   - sample: The first frame, required for passthrough; nil if unknown.
  /// - Throws: ``MovieError`` if FFmpeg's libraries or an encoder are missing, or if the options are invalid.
  package init(
    _ dimensions: VideoDimensions, _ orientation: ImageOrientation, _ colorMatrix: ColorMatrix,
    like sample: SampleBuffer? = nil, in container: MovieContainer, _ options: MovieWritingOptions, name: String
  ) throws(MovieError) {
    try Self.check(dimensions, container, options, name)
    self.orientation = container.storesOrientation ? orientation : .up
    self.dimensions = container.storesOrientation ? dimensions : dimensions.upright(orientation)
    let timeBase = container.timeBase(options)
    if options.passesEncodedFramesThrough {
      coder = .passing(
        try PassthroughEncoder(like: sample, self.dimensions, orientation, in: container, name: name))
    } else {
      let choices = VideoEncoderPlan(
        dimensions: self.dimensions, colorMatrix: colorMatrix, options: options,
        allowsFrameReordering: container.allowsFrameReordering
      ).choices(options.codec.map { [$0] } ?? container.codecs)
      let pixelAspectRatio = options.pixelAspectRatio.turned(container.storesOrientation ? .up : orientation)
      let encoder = try FrameEncoder(
        choices, self.dimensions, pixelAspectRatio, timeBase: timeBase,
        usesGlobalHeader: container.usesGlobalHeader, options: options, name: name)
      coder = .encoding(encoder)
    }
    self.name = name
    frameRate = FrameRate(options.expectedFrameRate)
    timeline = MovieTimeline(
      timeBase: TimeBase(timeBase), keepsAll: options.passesEncodedFramesThrough || container != .avi)
  }

  /// Opens an encoder for frames like a sample.
  package init(
    for sample: SampleBuffer, in container: MovieContainer, _ options: MovieWritingOptions, name: String
  ) throws(MovieError) {
    let description = sample.format
    try self.init(
      description.videoDimensions, sample.orientation, description.colorMatrix ?? .bt709, like: sample,
      in: container, options.adoptingTimescale(as: sample), name: name)
  }

  private static func check(
    _ dimensions: VideoDimensions, _ container: MovieContainer, _ options: MovieWritingOptions, _ name: String
  ) throws(MovieError) {
    let sides = 1...16_384
    let validationError =
      sides.contains(dimensions.width) && sides.contains(dimensions.height)
      ? options.validationError : "both sides must be from 1 to \(sides.upperBound) pixels, not \(dimensions)"
    if let validationError { throw MovieError(.invalidOption, subject: name, reason: validationError) }
    if let codec = options.codec, !options.passesEncodedFramesThrough, !container.codecs.contains(codec) {
      let known = container.codecs.map(\.description).joined(separator: ", ")
      throw MovieError(
        .invalidOption, subject: name, reason: "\(container) does not support \(codec)", hint: "use \(known)")
    }
  }

  /// The source time of the movie's beginning; default zero.
  package var start: MediaTime {
    get { timeline.start }
    set { timeline.start = newValue }
  }

  /// Whether a later frame falls into the same tick of the file as the preceding frame.
  func isTickOccupied(at time: MediaTime) -> Bool { timeline.isTickOccupied(at: time) }

  /// The ticks per second of the packets.
  package var timescale: Int32 { timeline.timeBase.denominator }

  /// The name of the video encoder, such as `libx264 (veryfast)`; nil for passthrough.
  package var encoder: String? { coder.encoder?.choice.displayName }

  package var muxed: MovieMuxer.Track {
    MovieMuxer.Track(
      format: coder.format, timeBase: timeline.timeBase, frameRate: frameRate, orientation: orientation)
  }

  /// Whether a frame has the size of the movie.
  package func fits(_ sample: SampleBuffer) -> Bool {
    sample.format.videoDimensions.upright(sample.orientation.then(orientation.inverse)) == dimensions
  }

  /// Encodes the next frame and returns the completed packets, in decoding order.
  ///
  /// - Throws: ``MovieError`` with `MovieError.Code.invalidFrame` if the size or time of the frame does not fit;
  ///   encoding may continue afterwards. All other errors are final.
  package mutating func encode(_ sample: SampleBuffer) throws(MovieError) -> [EncodedPacket] {
    switch coder {
    case .encoding(let encoder):
      let picture = try encodable(sample, encoder)
      let (time, duration) = try place(sample)
      return try encoder.encode(picture, time: time, duration: duration)
    case .passing(let frames):
      _ = try rotation(of: sample)
      let (time, duration) = try place(sample)
      return [try frames.packet(of: sample, time: time, duration: duration)]
    }
  }

  /// Returns the remaining packets after the last frame; after the deadline in nanoseconds, at most one.
  package func finish(until deadline: UInt64? = nil) throws(MovieError) -> [EncodedPacket] {
    guard case .encoding(let encoder) = coder else { return [] }
    return try encoder.finish(until: deadline)
  }

  private mutating func place(_ sample: SampleBuffer) throws(MovieError) -> (time: Int64, duration: Int64) {
    do throws(MovieTimeline.RejectedTime) {
      return try timeline.place(sample.presentationTimeStamp, duration: sample.duration)
    } catch {
      throw invalidFrame(error.reason)
    }
  }

  /// Returns the rotation of a frame's pixels that the file cannot store.
  private func rotation(of sample: SampleBuffer) throws(MovieError) -> ImageOrientation {
    let rotation = sample.orientation.then(orientation.inverse)
    let size = sample.format.videoDimensions.upright(rotation)
    guard size == dimensions else { throw invalidFrame("the frame has \(size) pixels, the movie \(dimensions)") }
    if case .passing = coder, rotation != .up { throw invalidFrame("passthrough cannot rotate frames") }
    return rotation
  }

  /// Returns a frame's pixels in the encoder's format, rotated if the file cannot store the rotation.
  private mutating func encodable(_ sample: SampleBuffer, _ encoder: FrameEncoder) throws(MovieError) -> PixelBuffer
  {
    let rotation = try rotation(of: sample)
    do {
      let format = encoder.pixelFormat
      let matrix = encoder.choice.colorMatrix
      // Frames with another color matrix are converted by way of RGB.
      let isOther = sample.format.colorMatrix != matrix
      let pixels = try isOther ? sample.uncachedImage(as: .bgra) : sample.pixelBuffer ?? sample.image(as: format)
      // A camera's JPEG can have another size than announced.
      guard pixels.dimensions == sample.format.videoDimensions else {
        throw invalidFrame("the image has \(pixels.dimensions) pixels, not \(sample.format.videoDimensions)")
      }
      let picture =
        try pixels.format == format
        ? pixels
        : pixels.converted(
          to: format, matrix: matrix, into: pools.pool(format: format, dimensions: pixels.dimensions))
      return try picture.uprightCopy(rotation)
    } catch let error as MediaError where error.code == .outOfMemory || error.code == .libraryMissing {
      throw MovieError(error, subject: name)
    } catch let error as MovieError {
      throw error
    } catch {
      throw invalidFrame("\(error)")
    }
  }

  private func invalidFrame(_ reason: String) -> MovieError {
    MovieError(.invalidFrame, subject: name, reason: "cannot append the frame: \(reason)")
  }
}

extension MovieContainer {
  /// Returns the tick duration of the file.
  fileprivate func timeBase(_ options: MovieWritingOptions) -> cffmpeg_ratio {
    switch self {
    case .mp4, .quickTime: cffmpeg_ratio(numerator: 1, denominator: options.timescale ?? 90_000)
    case .matroska, .webM: cffmpeg_ratio(numerator: 1, denominator: 1_000)
    case .avi: FrameRate(options.expectedFrameRate).tick
    }
  }
}

/// A producer of video packets: an encoder or passthrough.
enum VideoPacketSource: Sendable {
  case encoding(FrameEncoder)
  case passing(PassthroughEncoder)

  var format: EncodedFormat {
    switch self {
    case .encoding(let encoder): encoder.format
    case .passing(let frames): frames.format
    }
  }

  var codec: VideoCodecType {
    switch self {
    case .encoding(let encoder): encoder.choice.codec
    case .passing(let frames): frames.codec
    }
  }

  /// The video encoder; nil for passthrough.
  var encoder: FrameEncoder? {
    if case .encoding(let encoder) = self { encoder } else { nil }
  }
}
