import Dispatch
package import OpenCaptureFiles
package import OpenCaptureFlow
package import OpenCaptureMediaSamples
import OpenCaptureNetworkCameras
package import OpenCaptureSession
import OpenCaptureSystem

/// The samples of a camera or a file, delivered through a session to a command.
///
/// A camera delivers its newest samples, a file all of them.
package struct MediaFeed: Sendable {
  private let session = CaptureSession()
  private let output: FrameOutput
  /// The file, if the source is one.
  private var file: CaptureFileInput?

  /// Prepares a file, to be read with ``run(_:)``, on the same thread if its pacing is `Pacing.stepped`.
  package init(_ file: CaptureFileInput) throws(CaptureError) {
    try self.init(file, .inputPriority)
    self.file = file
  }

  /// Prepares a camera; it streams during ``run(_:)``.
  ///
  /// - Throws: `CaptureError` if the camera cannot be opened, or no format fits the preset.
  package init(_ device: CaptureDevice, _ preset: CaptureSession.Preset) throws(CaptureError) {
    try self.init(CaptureDeviceInput(device: device), preset)
    // Network connections can fail for a while.
    session.resumesAfterInterruption = device.deviceType == .network
  }

  private init(_ input: any CaptureInput, _ preset: CaptureSession.Preset) throws(CaptureError) {
    // With a file, the next frame is decoded while the current one is processed.
    output = FrameOutput(input.canWait ? .bounded(1) : .newest)
    session.beginConfiguration()
    try session.addInput(input)
    try session.addOutput(output)
    try session.require(preset, of: input.name)
    try session.commitConfiguration()
  }

  /// The numbers of delivered and dropped samples so far.
  package var statistics: CaptureOutputStatistics { output.subscription.statistics }

  /// The session's events from now on.
  var events: AsyncStream<CaptureSession.Event> { session.events }

  /// Starts the source and passes samples to `body` on the calling thread.
  ///
  /// Ends when `body` returns false, the user interrupts, or the source has no more samples.
  ///
  /// - Throws: `CaptureError` if the source does not start or fails; errors of `body`.
  package func run(_ body: (SampleBuffer) throws -> Bool) throws {
    // Stopping the session ends the wait for a camera that delivers nothing; a file always has a next frame.
    let interruption = file == nil ? Interruption.whenRequested { [session] in session.stopRunning() } : nil
    defer {
      interruption?.cancel()
      session.stopRunning()
    }
    try session.startOrThrow()
    while let sample = try next() {
      guard !Interruption.isRequested, try body(sample) else { return }
    }
  }

  private func next() throws(CaptureError) -> SampleBuffer? {
    if let file, file.pacing == .stepped { file.step() }
    return try output.subscription.waitForNext()
  }
}

/// A session output that queues samples for a command.
package final class FrameOutput: CaptureOutput {
  package let link = CaptureOutputLink()
  package let receivers: [any SampleReceiver]
  package let subscription: SampleSubscription

  package init(_ capacity: SampleCapacity) {
    subscription = SampleSubscription(capacity: capacity)
    receivers = [subscription]
  }
}

extension CaptureSession {
  /// Sets a preset.
  ///
  /// - Parameter subject: The name of the session's input in errors.
  /// - Throws: `CaptureError` if an input has no format for the preset.
  package func require(_ preset: Preset, of subject: String) throws(CaptureError) {
    guard canSetSessionPreset(preset) else {
      throw CaptureError(
        .unsupportedFormat, subject: subject, reason: "no format fits the preset \(preset.rawValue)")
    }
    sessionPreset = preset
  }
}
