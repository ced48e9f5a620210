package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Makes sound what a consumer asked for, sample after sample.
package struct SoundConverter: Lockable, Sendable {
  private var converter: AudioConverter?

  package init() {}

  /// The sound as it is asked for, at the same time.
  ///
  /// - Throws: `MediaError` where it can't be that, or there is no memory.
  package mutating func convert(_ sample: SampleBuffer, to settings: AudioSettings) throws(MediaError)
    -> SampleBuffer
  {
    guard settings != AudioSettings(), let buffer = sample.audioBuffer else { return sample }
    let wanted = try settings.format(for: buffer.format)
    if wanted == buffer.format { return sample }
    var converter =
      if let converter, converter.inputFormat == buffer.format, converter.outputFormat == wanted { converter } else
      {
        try AudioConverter(from: buffer.format, to: wanted)
      }
    self.converter = nil
    defer { self.converter = converter }
    return SampleBuffer(
      audioBuffer: try converter.convert(buffer), presentationTimeStamp: sample.presentationTimeStamp,
      sequenceNumber: sample.sequenceNumber, attachments: sample.attachments)
  }
}

extension SoundConverter {
  /// A conversion with a pool of its own, to what is asked for at each sample.
  ///
  /// It throws ``CaptureError`` with `unsupportedFormat` where sound can't be that.
  package static func conversion(to settings: @escaping @Sendable () -> AudioSettings) -> SampleConversion {
    let converter = Locked(SoundConverter())
    return { sample in
      let settings = settings()
      do throws(MediaError) {
        return try converter.withLock { (converter) throws(MediaError) in
          try converter.convert(sample, to: settings)
        }
      } catch {
        guard error.code == .unsupportedAudioConversion || error.code == .invalidAudioFormat else { throw error }
        throw CaptureError(.unsupportedFormat, subject: "audioSettings", error)
      }
    }
  }
}
