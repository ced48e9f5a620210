import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples

/// The pictures of a movie: frames in, packets out.
///
/// Used by one thread at a time.
package struct PictureTrack: Sendable {
  /// Width and height of the frames as they are stored, before the orientation is applied.
  let dimensions: VideoDimensions
  /// What the file says of how its picture is to be turned.
  let orientation: ImageOrientation
  let coder: PictureCoder
  private let name: String
  private let frameRate: FrameRate
  private var timeline: MovieTimeline
  private var pools = PixelBufferPools(maximumBufferCount: 2, whenExhausted: .allocates)

  /// Opens an encoder for frames like these.
  ///
  /// - Parameters:
  ///   - dimensions: As they are stored.
  ///   - orientation: How they are to be turned to be upright.
  ///   - colorMatrix: How red, green and blue weigh in what is encoded.
  ///   - sample: One as it comes, where they are passed through; nil where nobody knows it.
  ///   - container: What they are written to.
  ///   - options: How.
  ///   - name: What errors call the movie.
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing, or the options can't be.
  package init(
    _ dimensions: VideoDimensions, _ orientation: ImageOrientation, _ colorMatrix: ColorMatrix,
    like sample: SampleBuffer? = nil, in container: MovieContainer, _ options: MovieWritingOptions, name: String
  ) throws(MovieError) {
    try Self.check(dimensions, container, options, name)
    self.orientation = container.storesOrientation ? orientation : .up
    self.dimensions = container.storesOrientation ? dimensions : dimensions.upright(orientation)
    let timeBase = container.timeBase(options)
    if options.passesEncodedFramesThrough {
      coder = .passing(try PassedFrames(like: sample, self.dimensions, orientation, in: container, name: name))
    } else {
      let choices = EncoderPlan(
        dimensions: self.dimensions, colorMatrix: colorMatrix, options: options,
        allowsFrameReordering: container.allowsFrameReordering
      ).choices(options.codec.map { [$0] } ?? container.codecs)
      let plan = FrameEncoder.Plan(
        dimensions: self.dimensions,
        pixelAspectRatio: container.storesOrientation
          ? options.pixelAspectRatio : options.pixelAspectRatio.turned(orientation),
        timeBase: timeBase, choices: choices, wantsHeader: container.wantsHeader)
      coder = .encoding(try FrameEncoder(plan, options: options, name: name))
    }
    (self.name, frameRate) = (name, FrameRate(options.expectedFrameRate))
    timeline = MovieTimeline(
      timeBase: TimeBase(timeBase), keepsAll: options.passesEncodedFramesThrough || container != .avi)
  }

  /// Opens an encoder for frames like this one.
  ///
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing, or the options can't be.
  package init(
    for sample: SampleBuffer, in container: MovieContainer, _ options: MovieWritingOptions, name: String
  ) throws(MovieError) {
    let description = sample.formatDescription
    try self.init(
      description.dimensions, sample.orientation, description.colorMatrix ?? .bt709, like: sample, in: container,
      options.ticking(as: sample), name: name)
  }

  private static func check(
    _ dimensions: VideoDimensions, _ container: MovieContainer, _ options: MovieWritingOptions, _ name: String
  ) throws(MovieError) {
    let sides = 1...16_384
    let complaint =
      sides.contains(dimensions.width) && sides.contains(dimensions.height)
      ? options.complaint : "\(dimensions) can't be encoded, sides must be from 1 to \(sides.upperBound)"
    if let complaint { throw MovieError(.invalidOption, subject: name, reason: complaint) }
    if let codec = options.codec, !options.passesEncodedFramesThrough, !container.codecs.contains(codec) {
      let known = container.codecs.map(\.description).joined(separator: ", ")
      throw MovieError(
        .invalidOption, subject: name, reason: "\(codec) isn't written to \(container)", remedy: "take \(known)")
    }
  }

  /// Which of the frames' times is the movie's beginning; default zero.
  package var start: MediaTime {
    get { timeline.start }
    set { timeline.start = newValue }
  }

  /// Whether a frame at a time lies in the same tick of the file as the one before, though it is later.
  func isTaken(at time: MediaTime) -> Bool { timeline.isTaken(at: time) }

  /// Ticks per second of the times of its packets.
  package var timescale: Int32 { timeline.timeBase.denominator }

  /// What encodes them, such as `libx264 (veryfast)`; nil where they are passed through.
  package var encoder: String? { coder.encoder?.choice.words }

  /// For the muxer.
  package var muxed: MovieMuxer.Track {
    MovieMuxer.Track(
      format: coder.format, timeBase: timeline.timeBase, frameRate: frameRate, orientation: orientation)
  }

  /// Whether a frame is as large as the others.
  package func fits(_ sample: SampleBuffer) -> Bool {
    sample.formatDescription.dimensions.upright(sample.orientation.then(orientation.inverse)) == dimensions
  }

  /// Encodes a frame behind the others.
  ///
  /// - Returns: What is encoded by now, in the order in which it is decoded.
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidFrame`` where the frame's size or time doesn't fit, after
  ///   which others can be encoded; others where none can.
  package mutating func encode(_ sample: SampleBuffer) throws(MovieError) -> [EncodedPacket] {
    switch coder {
    case .encoding(let encoder):
      let picture = try encodable(sample, encoder)
      let (time, duration) = try place(sample)
      return try encoder.encode(picture, time: time, duration: duration)
    case .passing(let frames):
      _ = try turn(of: sample)
      let (time, duration) = try place(sample)
      return [try frames.packet(of: sample, time: time, duration: duration)]
    }
  }

  /// What is left, once there are no more frames.
  ///
  /// - Parameter deadline: When what isn't encoded by then is let go of, but for one frame, in nanoseconds; nil for never.
  package func finish(until deadline: UInt64? = nil) throws(MovieError) -> [EncodedPacket] {
    guard case .encoding(let encoder) = coder else { return [] }
    return try encoder.finish(until: deadline)
  }

  private mutating func place(_ sample: SampleBuffer) throws(MovieError) -> (time: Int64, duration: Int64) {
    do throws(MovieTimeline.Refusal) {
      return try timeline.place(sample.presentationTimeStamp, duration: sample.duration)
    } catch {
      throw invalidFrame(error.reason)
    }
  }

  /// How the frame must be turned, where the file won't say that.
  private func turn(of sample: SampleBuffer) throws(MovieError) -> ImageOrientation {
    let turn = sample.orientation.then(orientation.inverse)
    let size = sample.formatDescription.dimensions.upright(turn)
    guard size == dimensions else { throw invalidFrame("it is \(size), the movie \(dimensions)") }
    if case .passing = coder, turn != .up {
      throw invalidFrame("it would have to be turned, and is to be passed through as it is")
    }
    return turn
  }

  /// The frame's pixels as the encoder wants them, turned as far as the file won't say.
  private mutating func encodable(_ sample: SampleBuffer, _ encoder: FrameEncoder) throws(MovieError) -> PixelBuffer
  {
    let turn = try turn(of: sample)
    do {
      let (format, matrix) = (encoder.pixelFormat, encoder.choice.colorMatrix)
      // What weighs red, green and blue otherwise becomes them in between.
      let isOther = sample.formatDescription.colorMatrix != matrix
      let pixels = try isOther ? sample.unsharedImage(as: .bgra) : sample.imageBuffer ?? sample.image(as: format)
      // A camera's JPEG can be of another size than it said.
      guard pixels.dimensions == sample.formatDescription.dimensions else {
        throw invalidFrame("it is \(pixels.dimensions), not \(sample.formatDescription.dimensions) as it says")
      }
      let picture =
        try pixels.format == format
        ? pixels
        : pixels.converted(
          to: format, matrix: matrix, into: pools.pool(format: format, dimensions: pixels.dimensions))
      return try picture.uprightCopy(turn)
    } catch let error as MediaError where error.code == .outOfMemory || error.code == .libraryMissing {
      throw MovieError(error, subject: name)
    } catch let error as MovieError {
      throw error
    } catch {
      throw invalidFrame("\(error)")
    }
  }

  private func invalidFrame(_ reason: String) -> MovieError {
    MovieError(.invalidFrame, subject: name, reason: "the frame can't be appended: \(reason)")
  }
}

extension MovieContainer {
  /// How long the ticks are that the file's times are counted in.
  fileprivate func timeBase(_ options: MovieWritingOptions) -> cffmpeg_ratio {
    switch self {
    case .mp4, .quickTime: cffmpeg_ratio(numerator: 1, denominator: options.timescale ?? 90_000)
    case .matroska, .webM: cffmpeg_ratio(numerator: 1, denominator: 1_000)
    case .avi: FrameRate(options.expectedFrameRate).tick
    }
  }
}
