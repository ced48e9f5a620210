import OpenCaptureMediaSamples

/// The pictures of a file that are appended: made as large as they are written, and encoded.
///
/// Used by one thread at a time.
struct AppendedPictures: Sendable {
  private var track: PictureTrack
  private let fitting: PictureFitting
  /// Pixels across and down as a picture comes, upright.
  private let dimensions: VideoDimensions
  private let name: String

  /// Opens an encoder.
  ///
  /// - Parameters:
  ///   - first: What comes: a picture, or what describes it.
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing, or the options can't be.
  init(
    like first: SampleBuffer, _ options: MovieWritingOptions, _ fitting: PictureFitting, isRealTime: Bool,
    in container: MovieContainer, start: MediaTime, name: String
  ) throws(MovieError) {
    let turn = first.orientation
    (self.fitting, self.name) = (fitting, name)
    dimensions = fitting.dimensions ?? first.formatDescription.dimensions.upright(turn)
    let stored = dimensions.upright(turn.inverse)
    var options = options.ticking(as: first)
    if isRealTime, let sample = try? fitting.fitted(first, to: stored) {
      options.h264 = options.h264 ?? EncoderTrial.speed(for: sample, in: container, options)
    }
    track = try PictureTrack(
      stored, turn.then(fitting.orientation), first.formatDescription.colorMatrix ?? .bt709, in: container, options,
      name: name)
    track.start = start
  }

  /// For the muxer.
  var muxed: MovieMuxer.Track { track.muxed }

  /// Ticks per second of its times.
  var timescale: Int32 { track.timescale }

  /// Encodes a picture behind the others.
  ///
  /// - Returns: What is encoded by now.
  /// - Throws: ``MovieError`` where it can't be.
  mutating func encode(_ sample: SampleBuffer) throws(MovieError) -> [EncodedPacket] {
    var picture: SampleBuffer
    do {
      picture = try fitting.fitted(sample, to: dimensions.upright(sample.orientation.inverse))
    } catch {
      throw MovieError(.invalidFrame, subject: name, reason: "a picture can't be made \(dimensions): \(error)")
    }
    picture.orientation = picture.orientation.then(fitting.orientation)
    return try track.encode(picture)
  }

  /// What is left, once there are no more pictures.
  func finish() throws(MovieError) -> [EncodedPacket] { try track.finish() }
}
