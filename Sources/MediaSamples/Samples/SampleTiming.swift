/// When a sample is shown, when it must be decoded, and how long it lasts (`CMSampleTimingInfo`).
public struct SampleTiming: Sendable, Hashable {
  /// When the sample is shown.
  public var presentationTimeStamp: MediaTime
  /// When the sample must be decoded; ``MediaTime/invalid`` where that is the order of presentation.
  public var decodeTimeStamp: MediaTime
  /// How long the sample lasts, of sound all its frames; ``MediaTime/invalid`` where nobody knows.
  public var duration: MediaTime

  /// Makes a timing; what isn't given is ``MediaTime/invalid``.
  public init(
    presentationTimeStamp: MediaTime = .invalid, decodeTimeStamp: MediaTime = .invalid,
    duration: MediaTime = .invalid
  ) {
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
    self.duration = duration
  }
}
