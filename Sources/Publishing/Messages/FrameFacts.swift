package import OpenCaptureMediaSamples
package import OpenCaptureMetadata

/// What is said of a frame: when it was captured, its place in the camera's count, and what was lost until then.
package struct FrameFacts: Sendable, Hashable {
  package let captured: WallTime
  /// The camera's own count; nil where it doesn't count.
  package let cameraSequence: UInt64?
  /// How many frames were lost since the camera began to stream.
  package let drops: Int

  /// Takes note of a frame.
  package init(_ sample: SampleBuffer, drops: Int, _ clock: CaptureClock) {
    self.init(
      captured: clock.wallTime(of: sample.presentationTimeStamp), cameraSequence: sample.sequenceNumber,
      drops: drops)
  }

  package init(captured: WallTime, cameraSequence: UInt64?, drops: Int) {
    (self.captured, self.cameraSequence, self.drops) = (captured, cameraSequence, drops)
  }
}

extension JSONLine {
  /// Adds what is said of a frame.
  package mutating func add(_ facts: FrameFacts) {
    add("captured", facts.captured.universal)
    if let sequence = facts.cameraSequence { add("cameraSequence", Int(clamping: sequence)) }
    add("drops", facts.drops)
  }
}
