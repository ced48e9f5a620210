public import OpenCaptureMediaSamples

/// When a sample is shown, when it must be decoded, and how long it lasts.
public typealias CMSampleTimingInfo = SampleTiming

extension SampleTiming {
  /// Makes a timing of these times.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    self.init(
      presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: decodeTimeStamp, duration: duration)
  }

  /// No times.
  public static var invalid: SampleTiming { SampleTiming() }
}
