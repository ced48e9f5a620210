import OpenCaptureMediaSamples

/// A video track that scales and encodes appended frames, for one thread at a time.
struct AppendedVideoTrack: Sendable {
  private var track: VideoTrackEncoder
  private let fitting: FrameScaling
  /// The upright size of the source frames in pixels.
  private let dimensions: VideoDimensions
  private let name: String
  /// The time of the preceding frame.
  private var last: MediaTime?
  /// The number of encoded frames.
  private var count = 0
  /// The number of frames that could not be encoded, and the first error; nil if none.
  private(set) var damage: (count: Int, first: MovieError)?

  /// Opens an encoder for frames like the first one, or like a sample that describes the format.
  init(
    like first: SampleBuffer, _ options: MovieWritingOptions, _ fitting: FrameScaling, isRealTime: Bool,
    in container: MovieContainer, start: MediaTime, name: String
  ) throws(MovieError) {
    let rotation = first.orientation
    self.fitting = fitting
    self.name = name
    dimensions = fitting.dimensions ?? first.format.videoDimensions.upright(rotation)
    let stored = dimensions.upright(rotation.inverse)
    var options = options.adoptingTimescale(as: first)
    if isRealTime, let sample = try? fitting.fitted(first, to: stored) {
      options.h264 = options.h264 ?? EncoderBenchmark.speed(for: sample, in: container, options)
    }
    track = try VideoTrackEncoder(
      stored, rotation.then(fitting.orientation), first.format.colorMatrix ?? .bt709, in: container, options,
      name: name)
    track.start = start
  }

  var muxed: MovieMuxer.Track { track.muxed }

  /// The ticks per second of the track.
  var timescale: Int32 { track.timescale }

  /// Encodes the next frame and returns the completed packets; a frame that cannot be decoded is dropped.
  ///
  /// - Throws: ``MovieError`` if encoding fails, or if the frame's time is before the preceding frame.
  mutating func encode(_ sample: SampleBuffer) throws(MovieError) -> [EncodedPacket] {
    let time = sample.presentationTimeStamp
    if let last, time < last {
      throw MovieError(
        .invalidFrame, subject: name,
        reason: "cannot append the frame: its time, \(time), is not after the preceding time, \(last)")
    }
    last = time
    do throws(MovieError) {
      let packets = try track.encode(fitted(sample))
      count += 1
      return packets
    } catch {
      guard error.code == .invalidFrame else { throw error }
      damage = ((damage?.count ?? 0) + 1, damage?.first ?? error)
      return []
    }
  }

  private func fitted(_ sample: SampleBuffer) throws(MovieError) -> SampleBuffer {
    do {
      var picture = try fitting.fitted(sample, to: dimensions.upright(sample.orientation.inverse))
      picture.orientation = picture.orientation.then(fitting.orientation)
      return picture
    } catch {
      throw MovieError(.invalidFrame, subject: name, reason: "cannot scale the frame to \(dimensions): \(error)")
    }
  }

  /// Returns the remaining packets after the last frame.
  ///
  /// - Throws: ``MovieError`` if encoding fails, or if no frame could be encoded.
  func finish() throws(MovieError) -> [EncodedPacket] {
    if count == 0, let damage { throw damage.first }
    return try track.finish()
  }
}
