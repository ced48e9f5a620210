public import OpenCaptureMediaSamples

/// A processor's failure, as a pipeline reports it.
public struct StageFailure: Error, Sendable {
  /// The name of the processor.
  public let processor: String
  /// What it threw.
  public let error: any Error
  /// The presentation time of the frame at which it is reported: at the end, of the last.
  public let time: MediaTime
}

extension StageFailure: CustomStringConvertible {
  /// The processor and its error in one line.
  public var description: String { "\(processor): \(error)" }
}
