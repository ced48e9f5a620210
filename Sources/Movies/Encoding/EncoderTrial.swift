package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Finds the encoder of H.264 that keeps up with a camera: the first that does with a few frames of it.
package enum EncoderTrial {
  /// What was found, by size and rate.
  private static let results = Locked<[Setting: H264Speed]>([:])

  private struct Setting: Sendable, Hashable {
    let dimensions: VideoDimensions
    let framesPerSecond: Int
    let threadCount: Int
  }

  /// How many frames each is given.
  private static let frameCount = 6
  /// How long all of them may take together, in seconds.
  private static let budget = 0.150
  /// How much of it is kept for a graphics processor, which is tried last where software is tried first.
  private static let reserve = 0.050
  /// Which part of the time encoding may take: there is other work.
  private static let share = 0.7

  /// The encoder for a movie of frames like this one; nil where the options ask for something else anyway.
  package static func speed(
    for sample: SampleBuffer, in container: MovieContainer, _ options: MovieWritingOptions
  ) -> H264Speed? {
    guard !options.passesEncodedFramesThrough, (options.codec ?? container.codecs.first) == .h264 else {
      return nil
    }
    let rate = options.expectedFrameRate
    let setting = Setting(
      dimensions: sample.formatDescription.dimensions, framesPerSecond: Int(rate.rounded()),
      threadCount: options.threadCount)
    if let known = results.withLock({ $0[setting] }) { return known }
    guard let found = find(for: sample, in: container, options, within: share / rate, among: H264Speed.candidates)
    else { return nil }
    results.withLock { $0[setting] = found }
    return found
  }

  /// Tries one after the other.
  ///
  /// - Parameter patience: How many seconds a frame may take.
  package static func find(
    for sample: SampleBuffer, in container: MovieContainer, _ options: MovieWritingOptions, within patience: Double,
    among candidates: [H264Speed]
  ) -> H264Speed? {
    let hasReserve = candidates.contains { $0.device != nil }
    let end = MonotonicClock.seconds() + (hasReserve ? budget - reserve : budget)
    var fastest: (speed: H264Speed, seconds: Double)?
    for candidate in candidates {
      let now = MonotonicClock.seconds()
      let deadline = candidate.isChip ? max(end, now + reserve) : end
      guard now < deadline || fastest == nil else { continue }
      var options = options
      options.h264 = candidate
      guard let seconds = try? secondsAFrame(sample, container, options, candidate, until: deadline) else {
        continue
      }
      if seconds <= patience { return candidate }
      if fastest.map({ seconds < $0.seconds }) ?? true { fastest = (candidate, seconds) }
    }
    // None that was tried in time keeps up: the fastest that there is loses least.
    return fastest.map {
      $0.speed.encoder == "libx264" ? H264Speed(encoder: "libx264", preset: "ultrafast") : $0.speed
    }
  }

  /// How long the candidate takes for a frame of a picture that moves; nil where it isn't to be had.
  private static func secondsAFrame(
    _ sample: SampleBuffer, _ container: MovieContainer, _ options: MovieWritingOptions, _ candidate: H264Speed,
    until deadline: Double
  ) throws -> Double? {
    let picture = try sample.image(as: .i420)
    let margin = min(picture.width, picture.height) / 8 & ~1
    guard margin >= 2 else { return nil }
    func frame(_ index: Int) throws -> SampleBuffer {
      let place = index * 2 % margin & ~1
      let part = try picture.cropped(
        x: place, y: place, width: picture.width - margin, height: picture.height - margin)
      return SampleBuffer(
        imageBuffer: part, colorMatrix: sample.formatDescription.colorMatrix ?? .bt709,
        timing: SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 30)))
    }
    var track = try PictureTrack(for: frame(0), in: container, options, name: "trial")
    let choice = track.coder.encoder?.choice
    guard choice?.name == candidate.encoder, choice?.device == candidate.device else { return nil }
    let start = MonotonicClock.seconds()
    var count = 0
    while count < frameCount, count < 2 || MonotonicClock.seconds() < deadline {
      _ = try track.encode(frame(count))
      count += 1
    }
    _ = try track.finish()
    return (MonotonicClock.seconds() - start) / Double(count)
  }
}
