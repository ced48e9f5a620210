package import OpenCaptureFlow
package import OpenCaptureMediaSamples
package import OpenCaptureSession
package import OpenCaptureSystem

/// The newest frames of a camera, one after the other, for a command that works on them.
package struct CameraFeed: Sendable {
  /// The camera.
  package let device: CaptureDevice
  private let feed: MediaFeed
  /// Kept, so that the camera's driver lives.
  private let catalog: CameraCatalog?

  /// Prepares the camera of this name; it streams with ``run(_:taking:noting:)``.
  ///
  /// - Throws: `CaptureError` where there is none of this name, it doesn't have what the preset asks for, it is on the
  ///   network and can't be reached, or the scene can't be read.
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
    feed = try MediaFeed(device, preset)
  }

  /// What the camera granted of what it was asked for, in words; nil before it streams.
  package var grantedFormat: String? { device.grantedConfiguration.map { "\($0)" } }

  /// What was delivered and dropped so far.
  package var statistics: CaptureOutputStatistics { feed.statistics }

  /// Lets the camera stream, and works on frames until there is enough, the person interrupts, or the camera fails.
  ///
  /// Frames that come during the work on one are dropped, but for the newest.
  ///
  /// - Parameters:
  ///   - work: What each frame changes.
  ///   - take: Works on a frame; false after the last.
  ///   - note: Takes note that no frames come, or that they come again, in words.
  /// - Returns: The work as it is at the end, and what ended it where that wasn't the work itself.
  package func run<Work: Lockable & Sendable>(
    _ work: Work, taking take: (inout Work, SampleBuffer) throws -> Bool,
    noting note: @escaping @Sendable (inout Work, String) -> Void
  ) throws -> (work: Work, failure: (any Error)?) {
    let (work, events) = (Locked(work), feed.events)
    let listener = Task {
      for await event in events { if let words = event.stallWords { work.withLock { note(&$0, words) } } }
    }
    var failure: (any Error)?
    do {
      try feed.run { sample in try work.withLock { try take(&$0, sample) } }
    } catch {
      failure = error
    }
    // What was told before the end is still said.
    listener.cancel()
    try Waiting.result { await listener.value }
    return (work.withLock { $0 }, failure)
  }
}

extension CaptureSession.Event {
  /// What a person is to know who waits for frames; nil where the event isn't about that.
  fileprivate var stallWords: String? {
    switch self {
    case .didStall(_, let stall): "\(stall)"
    case .wasInterrupted(_, let error): "\(error.reason); it is waited for"
    case .stallEnded, .interruptionEnded: "frames come again"
    case .didStartRunning, .didStopRunning, .runtimeError: nil
    }
  }
}
