import OpenCaptureFlow
import OpenCaptureSystem
import OpenCaptureSession
import OpenCaptureMediaSamples

/// The newest frames of a camera, one after the other, for a command that works on them.
package struct CameraFeed: Sendable {
  /// The camera.
  package let device: CaptureDevice
  private let session = CaptureSession()
  private let output = CaptureVideoDataOutput()
  /// Kept, so that the camera's driver lives.
  private let catalog: CameraCatalog?

  /// Prepares the camera of this name; it streams with ``run(_:)``.
  ///
  /// - Throws: `CaptureError` where there is none of this name, it doesn't have what the preset asks for, or the scene
  ///   can't be read.
  package init(_ name: String, _ options: CameraOptions) throws(CaptureError) {
    let catalog = try options.catalog()
    try self.init(catalog.device(name), options.preset, of: catalog)
  }

  /// Prepares a camera of one's own, or of a catalogue.
  ///
  /// - Throws: `CaptureError` where it doesn't have what the preset asks for.
  package init(
    _ device: CaptureDevice, _ preset: CaptureSession.Preset, of catalog: CameraCatalog? = nil
  ) throws(CaptureError) {
    (self.device, self.catalog) = (device, catalog)
    session.beginConfiguration()
    try session.addInput(CaptureDeviceInput(device: device))
    try session.addOutput(output)
    guard session.canSetSessionPreset(preset) else {
      throw CaptureError(
        .unsupportedFormat, subject: "\(device)", reason: "it has no format for the preset \(preset.rawValue)")
    }
    session.sessionPreset = preset
    try session.commitConfiguration()
  }

  /// What the camera granted of what it was asked for, in words; nil before it streams.
  package var grantedFormat: String? { device.grantedConfiguration.map { "\($0)" } }

  /// What was delivered and dropped so far.
  package var statistics: CaptureOutputStatistics { output.statistics }

  /// Lets the camera stream, and hands out frames until `body` says false, the person interrupts, or the camera fails.
  ///
  /// Frames that come while `body` works are dropped, but for the newest.
  ///
  /// - Throws: `CaptureError` where the camera doesn't start or fails; what `body` throws.
  package func run(_ body: (SampleBuffer) throws -> Bool) async throws {
    let samples = output.sampleBuffers
    try await session.start()
    // A camera that delivers nothing isn't waited for.
    let interruption = Interruption.whenRequested { [session] in session.stopRunning() }
    defer { interruption.cancel() }
    do {
      for try await sample in samples where try Interruption.isRequested || !body(sample) { break }
    } catch {
      await session.stop()
      throw error
    }
    await session.stop()
  }

  /// The same for a command that waits for the end.
  ///
  /// - Parameters:
  ///   - work: What each frame changes.
  ///   - take: Works on a frame; false after the last.
  ///   - note: Takes note that no frames come, or that they come again, in words.
  /// - Returns: The work as it is at the end, and what ended it where that wasn't the work itself.
  package func run<Work: Lockable & Sendable>(
    _ work: Work, taking take: @escaping @Sendable (inout Work, SampleBuffer) throws -> Bool,
    noting note: @escaping @Sendable (inout Work, String) -> Void
  ) throws -> (work: Work, failure: (any Error)?) {
    let (work, events) = (Locked(work), session.events)
    return try Waiting.result {
      let listener = Task {
        for await event in events { if let words = event.stallWords { work.withLock { note(&$0, words) } } }
      }
      var failure: (any Error)?
      do {
        try await run { sample in try work.withLock { try take(&$0, sample) } }
      } catch {
        failure = error
      }
      // What was told before the end is still said.
      listener.cancel()
      await listener.value
      return (work.withLock { $0 }, failure)
    }
  }
}

extension CaptureSession.Event {
  /// What a person is to know who waits for frames; nil where the event isn't about that.
  fileprivate var stallWords: String? {
    switch self {
    case .didStall(_, let stall): "\(stall)"
    case .stallEnded: "frames come again"
    case .didStartRunning, .didStopRunning, .runtimeError, .wasInterrupted, .interruptionEnded: nil
    }
  }
}
