package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A benchmark that selects the first H.264 encoder that is fast enough for a camera.
package enum EncoderBenchmark {
  /// The cached results by size and rate.
  private static let results = Locked<[Setting: H264EncoderSetting]>([:])

  private struct Setting: Sendable, Hashable {
    let dimensions: VideoDimensions
    let framesPerSecond: Int
    let threadCount: Int
  }

  /// The number of test frames per encoder.
  private static let frameCount = 6
  /// The total time for all encoders in seconds.
  private static let budget = 0.150
  /// The part of the budget reserved for a graphics processor, which is tried last if software is tried first.
  private static let reserve = 0.050
  /// The share of the frame interval that encoding may take, which leaves time for other work.
  private static let share = 0.7

  /// Returns the encoder for frames like a sample; nil if the options do not select H.264 encoding.
  package static func speed(
    for sample: SampleBuffer, in container: MovieContainer, _ options: MovieWritingOptions
  ) -> H264EncoderSetting? {
    guard !options.passesEncodedFramesThrough, (options.codec ?? container.codecs.first) == .h264 else {
      return nil
    }
    let rate = options.expectedFrameRate
    let setting = Setting(
      dimensions: sample.format.videoDimensions, framesPerSecond: Int(rate.rounded()),
      threadCount: options.threadCount)
    if let known = results.withLock({ $0[setting] }) { return known }
    guard
      let found = find(
        for: sample, in: container, options, within: share / rate, among: H264EncoderSetting.candidates)
    else { return nil }
    results.withLock { $0[setting] = found }
    return found
  }

  /// Benchmarks the candidates in order and returns the first that is fast enough, or else the fastest.
  ///
  /// - Parameter limit: The maximum encoding time per frame in seconds.
  package static func find(
    for sample: SampleBuffer, in container: MovieContainer, _ options: MovieWritingOptions, within limit: Double,
    among candidates: [H264EncoderSetting]
  ) -> H264EncoderSetting? {
    let hasReserve = candidates.contains { $0.device != nil }
    let end = MonotonicClock.seconds() + (hasReserve ? budget - reserve : budget)
    var fastest: (speed: H264EncoderSetting, seconds: Double)?
    for candidate in candidates {
      let now = MonotonicClock.seconds()
      let deadline = candidate.usesHardware ? max(end, now + reserve) : end
      guard now < deadline || fastest == nil else { continue }
      var options = options
      options.h264 = candidate
      guard let seconds = try? secondsPerFrame(sample, container, options, candidate, until: deadline) else {
        continue
      }
      if seconds <= limit { return candidate }
      if fastest.map({ seconds < $0.seconds }) ?? true { fastest = (speed: candidate, seconds: seconds) }
    }
    // If no candidate is fast enough, use the fastest to lose the fewest frames.
    return fastest.map {
      $0.speed.encoder == "libx264" ? H264EncoderSetting(encoder: "libx264", preset: "ultrafast") : $0.speed
    }
  }

  /// Returns the encoding time per frame of a moving test image; nil if the encoder is not available.
  private static func secondsPerFrame(
    _ sample: SampleBuffer, _ container: MovieContainer, _ options: MovieWritingOptions,
    _ candidate: H264EncoderSetting, until deadline: Double
  ) throws -> Double? {
    let picture = try sample.image(as: .i420)
    let margin = min(picture.width, picture.height) / 8 & ~1
    guard margin >= 2 else { return nil }
    func frame(_ index: Int) throws -> SampleBuffer {
      let place = index * 2 % margin & ~1
      let part = try picture.cropped(
        x: place, y: place, width: picture.width - margin, height: picture.height - margin)
      return SampleBuffer(
        pixelBuffer: part, colorMatrix: sample.format.colorMatrix ?? .bt709,
        timing: SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 30)))
    }
    var track = try VideoTrackEncoder(for: frame(0), in: container, options, name: "trial")
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

/// The graphics processors that can encode by VA-API.
package enum GraphicsProcessors {
  private static let folder = "/dev/dri"

  /// The paths of the kernel's render nodes, sorted.
  package static var paths: [String] {
    FileSystem.names(in: folder).filter { $0.hasPrefix("renderD") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Returns whether a graphics processor encodes H.264, given its device file or an X11 display.
  package static func encodesH264(_ device: String) -> Bool {
    var options = MovieWritingOptions()
    options.h264 = H264EncoderSetting(encoder: "h264_vaapi", device: device)
    let size = VideoDimensions(width: 640, height: 480)
    let track = try? VideoTrackEncoder(size, .up, .bt709, in: .mp4, options, name: device)
    return track?.coder.encoder?.choice.device == device
  }
}
