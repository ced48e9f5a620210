import Dispatch
package import OpenCaptureFiles
package import OpenCaptureFlow
package import OpenCaptureMediaSamples
package import OpenCaptureSession
import OpenCaptureNetworkCameras
import OpenCaptureSystem

/// The samples of a camera or a file on their way through a session, one after the other, for a command that works on
/// them: the newest of a camera, all of a file.
package struct MediaFeed: Sendable {
  private let session = CaptureSession()
  private let output: FrameOutput
  /// The file that it is, if any.
  private var file: CaptureFileInput?

  /// Prepares a file; it is read with ``run(_:)``, on the same thread where its pacing is `Pacing.stepped`.
  package init(_ file: CaptureFileInput) throws(CaptureError) {
    try self.init(file, .inputPriority)
    self.file = file
  }

  /// Prepares a camera; it streams with ``run(_:)``.
  ///
  /// - Throws: `CaptureError` where it can't be opened, or doesn't have what the preset asks for.
  package init(_ device: CaptureDevice, _ preset: CaptureSession.Preset) throws(CaptureError) {
    try self.init(CaptureDeviceInput(device: device), preset)
    // A network comes and goes.
    session.resumesAfterInterruption = device.deviceType == .network
  }

  private init(_ input: any CaptureInput, _ preset: CaptureSession.Preset) throws(CaptureError) {
    // Of a file, the next frame is decoded while one is worked on.
    output = FrameOutput(input.canWait ? .bounded(1) : .newest)
    session.beginConfiguration()
    try session.addInput(input)
    try session.addOutput(output)
    try session.require(preset, of: input.name)
    try session.commitConfiguration()
  }

  /// What was delivered and dropped so far.
  package var statistics: CaptureOutputStatistics { output.subscription.statistics }

  /// What happens to the session from now on.
  var events: AsyncStream<CaptureSession.Event> { session.events }

  /// Lets the source stream, and hands out samples until `body` says false, the person interrupts, or there is nothing
  /// more; on the thread that calls this.
  ///
  /// - Throws: `CaptureError` where the source doesn't start or fails; what `body` throws.
  package func run(_ body: (SampleBuffer) throws -> Bool) throws {
    // Whoever waits for a camera that delivers nothing must hear of it as well; a file always has a next frame.
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
