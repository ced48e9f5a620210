package import OpenCaptureFlow
package import OpenCaptureMediaSamples
package import OpenCaptureSession
package import OpenCaptureSystem

/// The newest frames of a camera, one at a time, for a command that processes them.
package struct CameraFeed: Sendable {
  /// The camera.
  package let device: CaptureDevice
  private let feed: MediaFeed
  /// The catalogue of the camera, which keeps its driver alive.
  private let catalog: CameraCatalog?

  /// Prepares the camera with a name; it streams during ``run(_:taking:noting:)``.
  ///
  /// - Throws: `CaptureError` if no camera has this name, no format fits the preset, the network camera is unreachable,
  ///   or the scene is unreadable.
  package init(_ name: String, _ options: CameraOptions) throws(CaptureError) {
    let catalog = try options.catalog()
    try self.init(catalog.device(name), options.preset, of: catalog)
  }

  /// Prepares a camera.
  ///
  /// - Throws: `CaptureError` if no format of the camera fits the preset.
  package init(
    _ device: CaptureDevice, _ preset: CaptureSession.Preset, of catalog: CameraCatalog? = nil
  ) throws(CaptureError) {
    self.device = device
    self.catalog = catalog
    feed = try MediaFeed(device, preset)
  }

  /// The camera's actual format as text; nil before it streams.
  package var actualFormat: String? { device.actualConfiguration.map { "\($0)" } }

  /// The numbers of delivered and dropped frames so far.
  package var statistics: CaptureOutputStatistics { feed.statistics }

  /// Streams and processes frames until the work is done, the user interrupts, or the camera fails.
  ///
  /// Of the frames that arrive while one is processed, only the newest is kept.
  ///
  /// - Parameters:
  ///   - work: The state that each frame changes.
  ///   - take: Processes a frame; returns false after the last.
  ///   - note: Receives a message if frames stop or resume.
  /// - Returns: The final state, and the error that ended the run, if any.
  package func run<Work: Lockable & Sendable>(
    _ work: Work, taking take: (inout Work, SampleBuffer) throws -> Bool,
    noting note: @escaping @Sendable (inout Work, String) -> Void
  ) throws -> (work: Work, failure: (any Error)?) {
    let work = Locked(work)
    let events = feed.events
    let listener = Task {
      for await event in events { if let words = event.stallWords { work.withLock { note(&$0, words) } } }
    }
    var failure: (any Error)?
    do {
      try feed.run { sample in try work.withLock { try take(&$0, sample) } }
    } catch {
      failure = error
    }
    // Messages from before the end are still reported.
    listener.cancel()
    try BlockingTask.result { await listener.value }
    return (work.withLock { $0 }, failure)
  }
}

extension CaptureSession.Event {
  /// A message for a user who waits for frames; nil if the event is about something else.
  fileprivate var stallWords: String? {
    switch self {
    case .didStall(_, let stall): "\(stall)"
    case .wasInterrupted(_, let error): "\(error.reason); waiting for it to resume"
    case .stallEnded, .interruptionEnded: "frames arrive again"
    case .didStartRunning, .didStopRunning, .runtimeError: nil
    }
  }
}
