import OpenCaptureMediaSamples
import OpenCaptureResampling

/// Gives sound another rate, at its own times.
///
/// A filter looks ahead: it keeps some frames, less than a millisecond of them, which come with the next sound. Those before
/// a gap, and before the end, aren't given.
struct RateConverter: Sendable {
  private let source: AudioFormat
  private let format: AudioFormat
  private var resampler: AudioResampler
  /// When the next sound is heard unless there is a gap; invalid before the first.
  private var due = MediaTime.invalid
  /// When the next sound that is given is heard, by count.
  private var end = MediaTime.invalid

  /// By how much times of sound that follows the one before may differ from that, in seconds.
  static let tolerance = 0.005

  /// Makes a converter.
  ///
  /// - Throws: `MediaError` where libswresample is missing, or can't do it.
  init(from source: AudioFormat, to format: AudioFormat) throws(MediaError) {
    (self.source, self.format) = (source, format)
    resampler = try AudioResampler(from: source, to: format)
  }

  /// As much as there is by now, and when it is heard; nil where that is nothing.
  ///
  /// - Parameter time: When the sound is heard.
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
    // What follows is counted, as long as that is right to a frame: the source's clock may go otherwise than it says.
    let isRight = end.isNumeric && abs((begin - end).seconds) * Double(format.sampleRate) <= 1
    let heard = isRight ? end : begin.convertScale(max(time.timescale, Int32(format.sampleRate)))
    end = heard + sound.duration
    return (sound, heard)
  }
}
