import CoreMedia
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureResampling
import OpenCaptureSession

/// A source of the samples of a track within a range, in the requested format.
protocol SampleSource: Sendable {
  /// Returns the next sample; nil after the last.
  func next() throws(AVError) -> CMSampleBuffer?

  /// Cancels reading; can be called on any thread.
  func cancel()
}

/// A source of images.
struct VideoSampleSource: SampleSource {
  private let reader: MovieReader
  private let end: CMTime
  /// Whether the range begins after the end of the track.
  private let isPastEnd: Bool
  private let format: PixelFormat?
  private let dimensions: VideoDimensions?

  init(_ reader: MovieReader, _ range: CMTimeRange, _ settings: [String: Any]) throws(AVError) {
    self.reader = reader
    end = range.end
    let start = reader.info.startTime
    let duration = reader.info.duration
    isPastEnd =
      range.start.isNumeric && duration.isNumeric
      && range.start >= (start.isNumeric ? start : .zero) + duration
    format = settings.pixelFormatType.map { PixelFormat(coreVideoType: $0) }
    if let width = settings.integer(kCVPixelBufferWidthKey), let height = settings.integer(kCVPixelBufferHeightKey)
    {
      dimensions = VideoDimensions(width: width, height: height)
    } else {
      dimensions = nil
    }
    do throws(MovieError) {
      if range.start.isNumeric, range.start > .zero, !isPastEnd { try reader.seek(to: range.start) }
    } catch {
      throw AVError(reading: error)
    }
  }

  func next() throws(AVError) -> CMSampleBuffer? {
    guard !isPastEnd else { return nil }
    do {
      guard var sample = try reader.nextSample() else { return nil }
      if end.isNumeric, sample.presentationTimeStamp >= end { return nil }
      // The track states the rotation, and callers pass that to their writer, as on Apple's systems.
      sample.orientation = .up
      guard format != nil || dimensions != nil else { return sample }
      var image = try sample.image(as: dimensions == nil ? format ?? .bgra : .bgra)
      if let dimensions { image = try image.scaled(to: dimensions) }
      let matrix = sample.format.colorMatrix ?? .bt601
      return sample.replacingImage(try image.converted(to: format ?? .bgra, matrix: matrix))
    } catch let error as MovieError {
      throw AVError(reading: error)
    } catch {
      throw AVError(.decodeFailed, subject: "picture", error)
    }
  }

  func cancel() { reader.cancel() }
}

/// A source of sound.
final class AudioSampleSource: SampleSource {
  private struct State: Lockable {
    var resampler: AudioResampler?
    /// The input format of the resampler.
    var inputFormat: AudioFormat?
    /// The start time of the next resampled sound.
    var nextTime: CMTime?
    var hasEnded = false
  }

  private let reader: AudioReader
  private let end: CMTime
  private let settings: AudioSettings
  private let state = Locked(State())

  init(_ reader: AudioReader, _ range: CMTimeRange, _ settings: AudioSettings) throws(AVError) {
    self.reader = reader
    end = range.end
    var settings = settings
    if settings != AudioSettings(), settings.isInterleaved == nil { settings.isInterleaved = true }
    self.settings = settings
    do throws(MovieError) {
      if range.start.isNumeric, range.start > .zero { try reader.seek(to: range.start) }
    } catch {
      throw AVError(reading: error)
    }
  }

  func next() throws(AVError) -> CMSampleBuffer? {
    do {
      while true {
        guard let sample = try sample() else { return try state.withLock { try remainingSound(&$0) } }
        guard let sound = sample.audioBuffer else { continue }
        let format = try settings.format(for: sound.format)
        if format == sound.format { return sample }
        if let converted = try state.withLock({ try convert(sample, sound, to: format, &$0) }) { return converted }
      }
    } catch let error as MovieError {
      throw AVError(reading: error)
    } catch {
      throw AVError(.decodeFailed, subject: "sound", error)
    }
  }

  /// Returns the next decoded sample, cut at the end of the range.
  private func sample() throws -> CMSampleBuffer? {
    guard let sample = try reader.nextSample() else { return nil }
    guard end.isNumeric, let sound = sample.audioBuffer else { return sample }
    let count = (end - sample.presentationTimeStamp).convertScale(Int32(sound.format.sampleRate))
    guard count.isNumeric, count.value < sound.frameCount else { return sample }
    return count.value > 0 ? try sample.frames(0..<Int(count.value)) : nil
  }

  private func convert(
    _ sample: CMSampleBuffer, _ sound: OpenCaptureMediaSamples.AudioBuffer, to format: AudioFormat,
    _ state: inout State
  ) throws(MediaError) -> CMSampleBuffer? {
    if state.inputFormat != sound.format || state.resampler == nil {
      state.resampler = try AudioResampler(from: sound.format, to: format)
      state.inputFormat = sound.format
      state.nextTime = nil
    }
    let start = state.nextTime ?? sample.presentationTimeStamp
    return try state.resampler?.convert(sound).map { converted in
      state.nextTime = format.time(ofFrame: converted.frameCount, from: start)
      return SampleBuffer(audioBuffer: converted, presentationTimeStamp: start)
    }
  }

  /// Returns the sound that remains in the resampler.
  private func remainingSound(_ state: inout State) throws(MediaError) -> CMSampleBuffer? {
    guard !state.hasEnded else { return nil }
    state.hasEnded = true
    guard let rest = try state.resampler?.finish() else { return nil }
    return SampleBuffer(audioBuffer: rest, presentationTimeStamp: state.nextTime ?? .zero)
  }

  func cancel() { reader.cancel() }
}
