import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Makes sound what a consumer asked for, sample after sample.
struct SoundConverter: Lockable, Sendable {
  /// From one format to another.
  private struct Way: Sendable {
    let source: AudioFormat
    let target: AudioFormat
    /// How samples are stored, and their channels.
    var samples: AudioConverter
    /// nil for the rate that the sound has.
    var rate: RateConverter?

    init(from source: AudioFormat, to target: AudioFormat, _ settings: AudioSettings) throws(MediaError) {
      (self.source, self.target) = (source, target)
      var settings = settings
      settings.sampleRate = nil
      let middle = try settings.format(for: source)
      samples = try AudioConverter(from: source, to: middle)
      rate = middle == target ? nil : try RateConverter(from: middle, to: target)
    }
  }

  private var way: Way?

  /// The sound as it is asked for, at the same time; nil where there is too little yet for a frame at another rate.
  ///
  /// - Throws: `MediaError` where it can't be that, or there is no memory.
  mutating func convert(_ sample: SampleBuffer, to settings: AudioSettings) throws(MediaError) -> SampleBuffer? {
    guard settings != AudioSettings(), let buffer = sample.audioBuffer else { return sample }
    let wanted = try settings.format(for: buffer.format)
    if wanted == buffer.format { return sample }
    var way =
      if let way, way.source == buffer.format, way.target == wanted { way } else {
        try Way(from: buffer.format, to: wanted, settings)
      }
    self.way = nil
    defer { self.way = way }
    var (converted, time) = (try way.samples.convert(buffer), sample.presentationTimeStamp)
    if way.rate != nil {
      guard let next = try way.rate?.convert(converted, at: time) else { return nil }
      (converted, time) = next
    }
    return SampleBuffer(
      audioBuffer: converted, presentationTimeStamp: time, sequenceNumber: sample.sequenceNumber,
      attachments: sample.attachments)
  }
}

extension SoundConverter {
  /// A conversion with a pool of its own, to what is asked for at each sample.
  ///
  /// It throws ``CaptureError`` with `unsupportedFormat` where sound can't be that.
  static func conversion(to settings: @escaping @Sendable () -> AudioSettings) -> SampleConversion {
    let converter = Locked(SoundConverter())
    return { sample in
      let settings = settings()
      do throws(MediaError) {
        return try converter.withLock { (converter) throws(MediaError) in
          try converter.convert(sample, to: settings)
        }
      } catch {
        switch error.code {
        case .unsupportedAudioConversion, .invalidAudioFormat, .libraryMissing:
          throw CaptureError(.unsupportedFormat, subject: "audioSettings", error)
        default: throw error
        }
      }
    }
  }
}
