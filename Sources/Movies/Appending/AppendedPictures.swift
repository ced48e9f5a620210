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
  /// When the picture is shown that came last.
  private var last: MediaTime?
  /// How many were encoded.
  private var count = 0
  /// How many were left out since they couldn't be, and what was wrong with the first; nil for none.
  private(set) var damage: (count: Int, first: MovieError)?

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

  /// Encodes a picture behind the others, and leaves out one that can't be decoded.
  ///
  /// - Returns: What is encoded by now.
  /// - Throws: ``MovieError`` where none can be any more, or its time is before that of the picture before it.
  mutating func encode(_ sample: SampleBuffer) throws(MovieError) -> [EncodedPacket] {
    let time = sample.presentationTimeStamp
    if let last, time < last {
      throw MovieError(
        .invalidFrame, subject: name,
        reason: "the frame can't be appended: its time, \(time), is not after that of the frame before it, \(last)")
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
      throw MovieError(.invalidFrame, subject: name, reason: "a picture can't be made \(dimensions): \(error)")
    }
  }

  /// What is left, once there are no more pictures.
  ///
  /// - Throws: ``MovieError`` where it can't be encoded, or none of the pictures could.
  func finish() throws(MovieError) -> [EncodedPacket] {
    if count == 0, let damage { throw damage.first }
    return try track.finish()
  }
}
