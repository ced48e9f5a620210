import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureResampling
import OpenCaptureSystem

/// A converter of audio samples to the requested format.
struct AudioSampleConverter: Lockable, Sendable {
  /// A conversion from one format to another.
  private struct Path: Sendable {
    let source: AudioFormat
    let target: AudioFormat
    /// The converter of the sample format and channels.
    var samples: AudioConverter
    /// The converter of the sample rate; nil if the rate stays the same.
    var rate: SampleRateConverter?

    init(from source: AudioFormat, to target: AudioFormat, _ settings: AudioSettings) throws(MediaError) {
      self.source = source
      self.target = target
      var settings = settings
      settings.sampleRate = nil
      let middle = try settings.format(for: source)
      samples = try AudioConverter(from: source, to: middle)
      rate = middle == target ? nil : try SampleRateConverter(from: middle, to: target)
    }
  }

  private var path: Path?

  /// Converts a sample, or returns nil if a new sample rate needs more audio first.
  ///
  /// - Throws: `MediaError` if the conversion is not possible or memory is exhausted.
  mutating func convert(_ sample: SampleBuffer, to settings: AudioSettings) throws(MediaError) -> SampleBuffer? {
    guard settings != AudioSettings(), let buffer = sample.audioBuffer else { return sample }
    let target = try settings.format(for: buffer.format)
    if target == buffer.format { return sample }
    var path =
      if let path, path.source == buffer.format, path.target == target { path } else {
        try Path(from: buffer.format, to: target, settings)
      }
    self.path = nil
    defer { self.path = path }
    var converted = try path.samples.convert(buffer)
    var time = sample.presentationTimeStamp
    if path.rate != nil {
      guard let next = try path.rate?.convert(converted, at: time) else { return nil }
      (converted, time) = next
    }
    return SampleBuffer(
      audioBuffer: converted, presentationTimeStamp: time, sequenceNumber: sample.sequenceNumber,
      attachments: sample.bufferAttachments)
  }
}

extension AudioSampleConverter {
  /// Returns a conversion with its own buffers, which reads the settings before each sample.
  ///
  /// The conversion throws ``CaptureError`` with `unsupportedFormat` if the settings cannot be met.
  static func conversion(to settings: @escaping @Sendable () -> AudioSettings) -> SampleConversion {
    let converter = Locked(AudioSampleConverter())
    return { sample in
      let settings = settings()
      do throws(MediaError) {
        return try converter.withLock { (converter) throws(MediaError) in
          try converter.convert(sample, to: settings)
        }
      } catch {
        switch error.code {
        case .unsupportedAudioConversion, .invalidAudioFormat, .libraryMissing:
          throw CaptureError(.unsupportedFormat, subject: "audio settings", error)
        default: throw error
        }
      }
    }
  }
}

/// A converter of the sample rate that keeps presentation times.
///
/// The filter needs later samples: it holds back less than a millisecond of audio until the next buffer. That rest
/// is lost at a gap and at the end.
struct SampleRateConverter: Sendable {
  private let source: AudioFormat
  private let format: AudioFormat
  private var resampler: AudioResampler
  /// The expected time of the next buffer; invalid before the first.
  private var due = MediaTime.invalid
  /// The end of the converted audio, by frame count; invalid before the first buffer.
  private var end = MediaTime.invalid

  /// The largest deviation of a buffer from the expected time that is not a gap, in seconds.
  static let tolerance = 0.005

  /// Creates a converter.
  ///
  /// - Throws: `MediaError` if libswresample is missing or does not support the conversion.
  init(from source: AudioFormat, to format: AudioFormat) throws(MediaError) {
    self.source = source
    self.format = format
    resampler = try AudioResampler(from: source, to: format)
  }

  /// Converts a buffer and returns the available audio with its time, or nil if none is available yet.
  ///
  /// - Parameter time: The presentation time of the buffer.
  mutating func convert(
    _ buffer: AudioBuffer, at time: MediaTime
  ) throws(MediaError) -> (sound: AudioBuffer, time: MediaTime)? {
    if due.isNumeric, abs((time - due).seconds) > Self.tolerance {
      resampler = try AudioResampler(from: source, to: format)
      end = .invalid
    }
    due = time + buffer.duration
    let begin = time - resampler.delayTime
    guard let sound = try resampler.convert(buffer) else { return nil }
    // Count frames while that is exact to one frame: the source's clock can drift from its nominal rate.
    let isExact = end.isNumeric && abs((begin - end).seconds) * Double(format.sampleRate) <= 1
    let start = isExact ? end : begin.convertScale(max(time.timescale, Int32(format.sampleRate)))
    end = start + sound.duration
    return (sound, start)
  }
}
