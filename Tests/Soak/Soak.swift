import OpenCaptureSystem
import OpenCapture

/// A session with every output and every tracker, which is started and stopped again and again.
///
/// The camera makes a frame as soon as everything that is due to look at the one before has, so that nothing is dropped but
/// in a burst before each stop. That is waited for on the main thread, because tasks' threads are few.
@MainActor
struct Soak {
  private static let framesPerRound = 500
  /// How many come at once after them.
  private static let burst = 10
  private let session = CaptureSession()
  private let camera: SyntheticCamera
  private let metadata: CaptureMetadataOutput
  private let codes = Tally()
  private let faces = Tally()
  private let delayed = Tally()
  private let detached = Tally()
  private let plain = FrameCounter()
  private let converted = FrameCounter()
  private let finds = FindCounter()
  private let loops: [FrameLoop]
  /// What looks at every so many frames.
  private let watched: [(tally: Tally, interval: Int)]

  init() throws {
    var options = SyntheticCamera.Options()
    (options.pacing, options.modes) = (.stepped, [(SoakScene.dimensions, [30])])
    // More than all consumers can hold: a frame that is lost would be waited for.
    options.bufferCount = 64
    camera = SyntheticCamera(scene: try SoakScene.make(), uniqueID: "soak", options: options)
    metadata = try CaptureMetadataOutput(detectors: [
      Counted(Self.codeTracker, codes), Counted(Self.faceTracker, faces),
    ])
    loops = try [Self.delayedLoop(delayed), Self.detachedLoop(detached)]
    watched =
      [codes, faces, plain.tally, converted.tally].map { ($0, 1) }
      + [delayed, detached].map { ($0, FrameLoop.interval) }
    try configure()
  }

  private static var codeTracker: CodeTracker {
    get throws {
      var scanner = try CodeScanner(types: [.qr])
      scanner.effort = .fast
      return CodeTracker(scanner)
    }
  }

  private static var faceTracker: FaceTracker {
    get throws {
      var options = FaceTracker.Options()
      options.minimumFaceSize = 0.4
      return try FaceTracker(options: options)
    }
  }

  private static func delayedLoop(_ tally: Tally) throws -> FrameLoop {
    let pipeline = try Locked(FramePipeline([Counted(faceTracker, tally)], hindsight: 5))
    return FrameLoop(VideoSettings()) { sample in
      _ = pipeline.withLock { $0.process(Frame(sample)) }
    }
  }

  private static func detachedLoop(_ tally: Tally) throws -> FrameLoop {
    let pipeline = try Locked(FramePipeline([Counted(codeTracker, tally).detached()]))
    return FrameLoop(VideoSettings(pixelFormat: .bgra)) { sample in
      var frame = Frame(sample)
      pipeline.withLock { $0.process(&frame) }
    }
  }

  private func configure() throws {
    session.beginConfiguration()
    try session.addInput(CaptureDeviceInput(device: camera.device))
    for (counter, settings) in [
      (plain, VideoSettings()),
      (converted, VideoSettings(pixelFormat: .nv12, dimensions: VideoDimensions(width: 160, height: 120))),
    ] {
      let output = CaptureVideoDataOutput()
      output.videoSettings = settings
      output.setSampleBufferDelegate(counter, queue: nil)
      try session.addOutput(output)
    }
    for loop in loops { try session.addOutput(loop.output) }
    metadata.setMetadataObjectsDelegate(finds, queue: nil)
    try session.addOutput(metadata)
    try session.commitConfiguration()
  }

  /// Lets so many frames be seen.
  func run(frames: Int) async throws {
    var done = 0
    for checkpoint in 1...Report.count {
      while done < frames * checkpoint / Report.count {
        try await round(min(Self.framesPerRound, frames - done))
        done += Self.framesPerRound
      }
      report(min(done, frames))
    }
  }

  /// Starts the session, lets frames come, and stops it.
  private func round(_ frames: Int) async throws {
    let tasks = loops.map { $0.run() }
    let listener = Task.detached { [metadata] in for await _ in metadata.metadataObjects {} }
    try await session.start()
    see(frames)
    await session.stop()
    listener.cancel()
    for task in tasks { _ = try await task.value }
    await listener.value
  }

  private func see(_ frames: Int) {
    for frame in 0..<frames {
      let due = watched.filter { frame % $0.interval == 0 }.map { ($0.tally, goal: $0.tally.looks + 1) }
      camera.step()
      for (tally, goal) in due { tally.wait(for: goal) }
    }
    camera.step(Self.burst)
  }

  private func report(_ frames: Int) {
    let failures = metadata.detectorStatistics.reduce(0) { $0 + $1.failureCount }
    Report.print([
      ("frames", frames), ("codes", codes.looks), ("codes-found", codes.finds), ("faces", faces.looks),
      ("faces-found", faces.finds), ("delayed", delayed.looks), ("detached", detached.looks),
      ("plain", plain.tally.looks), ("converted", converted.tally.looks), ("told", finds.tally.looks),
      ("failures", failures),
    ])
  }
}
