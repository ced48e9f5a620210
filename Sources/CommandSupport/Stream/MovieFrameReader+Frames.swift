import OpenCaptureFiles
package import OpenCaptureFlow
package import OpenCaptureMediaSamples
package import OpenCaptureMovies
import OpenCaptureSession

extension MovieFrameReader {
  /// Passes all frames to `body` through a session, on the calling thread.
  ///
  /// Ends if `body` returns false, and if the user interrupts.
  ///
  /// - Parameters:
  ///   - name: The movie's name in errors.
  ///   - pacing: The pacing; with `Pacing.stepped`, the calling thread decodes too, so that time limits count both.
  /// - Throws: `CaptureError` if the movie is damaged, after its readable part; errors of `body`.
  package func forEachFrame(
    name: String, pacing: Pacing, _ body: (SampleBuffer) throws -> Bool
  ) throws {
    let file = CaptureFileInput(frames: self, name: name, pacing: pacing)
    // The next frame is decoded while the current one is processed.
    let output = FrameOutput(file.canWait ? .bounded(1) : .newest)
    let session = CaptureSession()
    session.beginConfiguration()
    try session.add(file)
    try session.add(output)
    session.sessionPreset = .inputPriority
    try session.commit()
    defer { session.stopRunning() }
    try session.startOrThrow()
    repeat {
      if pacing == .stepped { file.step() }
      guard let sample = try output.subscription.waitForNext(), !Interruption.isRequested else { return }
      guard try body(sample) else { return }
    } while true
  }
}

/// A session output that queues samples for a command.
final class FrameOutput: CaptureOutput {
  let link = CaptureOutputLink()
  let receivers: [any SampleReceiver]
  let subscription: SampleSubscription

  init(_ capacity: SampleCapacity) {
    subscription = SampleSubscription(capacity: capacity)
    receivers = [subscription]
  }
}
