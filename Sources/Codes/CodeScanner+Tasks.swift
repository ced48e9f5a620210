public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
import OpenCaptureSystem

extension CodeScanner {
  /// Looks for codes in a sample buffer, on a thread of its own, until the task is cancelled.
  ///
  ///     let codes = try await scanner.codes(in: sampleBuffer, cpuTime: .seconds(2))
  ///
  /// - Parameters:
  ///   - sampleBuffer: The picture; it is decoded on that thread as well.
  ///   - cpuTime: How much processor time that may take; default any.
  /// - Returns: What ``scan(_:)-(SampleBuffer)`` gives.
  /// - Throws: `CancellationError` where the task was cancelled, a `WorkLimitError` where it took too long, else what
  ///   ``scan(_:)-(SampleBuffer)`` throws. A pass that has begun is ended before.
  public func codes(
    in sampleBuffer: SampleBuffer, cpuTime: Duration? = nil
  ) async throws -> [MachineReadableCodeObject] {
    try await WorkLimit.perform(cpuTime: cpuTime) { try scan(sampleBuffer) }
  }
}
