import CoreMedia
import CoreVideo
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureResampling
import OpenCaptureSession
import OpenCaptureSystem

/// Gives the samples of a track within a range, as they were asked for.
protocol SampleSource: Sendable {
  /// The next; nil behind the last.
  func next() throws(AVError) -> CMSampleBuffer?

  /// Ends it, from whichever thread.
  func cancel()
}

/// Gives pictures.
struct PictureSource: SampleSource {
  private let reader: MovieReader
  private let end: CMTime
  /// Whether the range begins where nothing is shown any more.
  private let isBehind: Bool
  private let format: PixelFormat?
  private let dimensions: VideoDimensions?

  init(_ reader: MovieReader, _ range: CMTimeRange, _ settings: [String: Any]) throws(AVError) {
    (self.reader, end) = (reader, range.end)
    let (start, duration) = (reader.info.startTime, reader.info.duration)
    isBehind =
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
      if range.start.isNumeric, range.start > .zero, !isBehind { try reader.seek(to: range.start) }
    } catch {
      throw AVError(reading: error)
    }
  }

  func next() throws(AVError) -> CMSampleBuffer? {
    guard !isBehind else { return nil }
    do {
      guard var sample = try reader.nextSample() else { return nil }
      if end.isNumeric, sample.presentationTimeStamp >= end { return nil }
      // As there, the track says how pictures are turned, and its reader takes that to its writer by itself.
      sample.orientation = .up
      guard format != nil || dimensions != nil else { return sample }
      var picture = try sample.image(as: dimensions == nil ? format ?? .bgra : .bgra)
      if let dimensions { picture = try picture.scaled(to: dimensions) }
      let matrix = sample.formatDescription.colorMatrix ?? .bt601
      return sample.replacingImage(try picture.converted(to: format ?? .bgra, matrix: matrix))
    } catch let error as MovieError {
      throw AVError(reading: error)
    } catch {
      throw AVError(.decodeFailed, subject: "picture", error)
    }
  }

  func cancel() { reader.cancel() }
}

/// Gives sound.
final class SoundSource: SampleSource {
  private struct State: Lockable {
    var resampler: AudioResampler?
    /// What the resampler takes.
    var source: AudioFormat?
    /// When the next sound begins, of that which is at another rate.
    var next: CMTime?
    var hasEnded = false
  }

  private let reader: AudioReader
  private let end: CMTime
  private let settings: AudioSettings
  private let state = Locked(State())

  init(_ reader: AudioReader, _ range: CMTimeRange, _ settings: AudioSettings) throws(AVError) {
    (self.reader, end, self.settings) = (reader, range.end, settings)
    do throws(MovieError) {
      if range.start.isNumeric, range.start > .zero { try reader.seek(to: range.start) }
    } catch {
      throw AVError(reading: error)
    }
  }

  func next() throws(AVError) -> CMSampleBuffer? {
    do {
      while true {
        guard let sample = try sample() else { return try state.withLock { try rest(&$0) } }
        guard let sound = sample.audioBuffer else { continue }
        let format = try self.format(like: sound.format)
        if format == sound.format { return sample }
        if let converted = try state.withLock({ try convert(sample, sound, to: format, &$0) }) { return converted }
      }
    } catch let error as MovieError {
      throw AVError(reading: error)
    } catch {
      throw AVError(.decodeFailed, subject: "sound", error)
    }
  }

  /// The next as it is decoded, as far as it is within the range.
  private func sample() throws -> CMSampleBuffer? {
    guard let sample = try reader.nextSample() else { return nil }
    guard end.isNumeric, let sound = sample.audioBuffer else { return sample }
    let count = (end - sample.presentationTimeStamp).convertScale(Int32(sound.format.sampleRate))
    guard count.isNumeric, count.value < sound.frameCount else { return sample }
    return count.value > 0 ? try sample.frames(0..<Int(count.value)) : nil
  }

  private func format(like source: AudioFormat) throws(MediaError) -> AudioFormat {
    let channels = settings.channelCount ?? source.channelCount
    let (common, rate) = (settings.commonFormat ?? source.commonFormat, settings.sampleRate ?? source.sampleRate)
    let isInterleaved = settings.isInterleaved ?? (settings == AudioSettings() ? source.isInterleaved : true)
    if channels == source.channelCount, let layout = source.channelLayout {
      return try AudioFormat(
        commonFormat: common, sampleRate: rate, interleaved: isInterleaved, channelLayout: layout)
    }
    return try AudioFormat(commonFormat: common, sampleRate: rate, channels: channels, interleaved: isInterleaved)
  }

  private func convert(
    _ sample: CMSampleBuffer, _ sound: OpenCaptureMediaSamples.AudioBuffer, to format: AudioFormat,
    _ state: inout State
  ) throws(MediaError) -> CMSampleBuffer? {
    if state.source != sound.format || state.resampler == nil {
      state.resampler = try AudioResampler(from: sound.format, to: format)
      (state.source, state.next) = (sound.format, nil)
    }
    let start = state.next ?? sample.presentationTimeStamp
    return try state.resampler?.convert(sound).map { converted in
      state.next = format.time(ofFrame: converted.frameCount, from: start)
      return SampleBuffer(audioBuffer: converted, presentationTimeStamp: start)
    }
  }

  /// What the resampler has held back.
  private func rest(_ state: inout State) throws(MediaError) -> CMSampleBuffer? {
    guard !state.hasEnded else { return nil }
    state.hasEnded = true
    guard let rest = try state.resampler?.finish() else { return nil }
    return SampleBuffer(audioBuffer: rest, presentationTimeStamp: state.next ?? .zero)
  }

  func cancel() { reader.cancel() }
}
