public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
import OpenCaptureSystem

extension FaceDetector {
  /// Looks for faces in a sample buffer, on a thread of its own, until the task is cancelled.
  ///
  ///     let faces = try await detector.faces(in: sampleBuffer, cpuTime: .seconds(2))
  ///
  /// - Parameters:
  ///   - sampleBuffer: The picture; it is decoded on that thread as well.
  ///   - cpuTime: How much processor time that may take; default any.
  /// - Returns: What ``detect(_:)`` gives.
  /// - Throws: `CancellationError` where the task was cancelled, a `WorkLimitError` where it took too long, else what
  ///   ``detect(_:)`` throws.
  public func faces(in sampleBuffer: SampleBuffer, cpuTime: Duration? = nil) async throws -> [FaceObject] {
    try await WorkLimit.perform(cpuTime: cpuTime) { try detect(sampleBuffer) }
  }
}
