import OpenCaptureSystem
import OpenCapture

/// A session with all outputs and trackers, which is started and stopped repeatedly.
///
/// The camera makes a frame when all consumers have processed the previous one. Frames are therefore dropped only in
/// the burst before each stop. The main thread waits, because the threads for tasks are few.
@MainActor
struct Soak {
  private static let framesPerRound = 500
  /// The number of frames made at once before each stop.
  private static let burst = 10
  private let session = CaptureSession()
  private let camera: SyntheticCamera
  private let metadata: CaptureMetadataOutput
  private let codes = FrameTally()
  private let faces = FrameTally()
  private let delayed = FrameTally()
  private let detached = FrameTally()
  private let plain = FrameCounter()
  private let converted = FrameCounter()
  private let resultCount = MetadataCounter()
  private let loops: [FrameLoop]
  /// The counters of consumers, and their intervals in frames.
  private let watched: [(tally: FrameTally, interval: Int)]

  init() throws {
    var options = SyntheticCamera.Options()
    options.pacing = .stepped
    options.modes = [(SoakScene.dimensions, [30])]
    // More buffers than all consumers can hold, because the loop would wait forever for a lost frame.
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

  private static func delayedLoop(_ tally: FrameTally) throws -> FrameLoop {
    let pipeline = try Locked(FramePipeline([Counted(faceTracker, tally)], hindsight: 5))
    return FrameLoop(VideoSettings()) { sample in
      _ = pipeline.withLock { $0.process(Frame(sample)) }
    }
  }

  private static func detachedLoop(_ tally: FrameTally) throws -> FrameLoop {
    let pipeline = try Locked(FramePipeline([Counted(codeTracker, tally).detached()]))
    return FrameLoop(VideoSettings(pixelFormat: .bgra)) { sample in
      var frame = Frame(sample)
      pipeline.withLock { $0.process(&frame) }
    }
  }

  private func configure() throws {
    session.beginConfiguration()
    try session.add(CaptureDeviceInput(device: camera.device))
    for (counter, settings) in [
      (plain, VideoSettings()),
      (converted, VideoSettings(pixelFormat: .nv12, dimensions: VideoDimensions(width: 160, height: 120))),
    ] {
      let output = CaptureVideoDataOutput()
      output.settings = settings
      output.setSampleBufferDelegate(counter, queue: nil)
      try session.add(output)
    }
    for loop in loops { try session.add(loop.output) }
    metadata.setMetadataObjectsDelegate(resultCount, queue: nil)
    try session.add(metadata)
    try session.commit()
  }

  /// Makes a number of frames.
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

  /// Starts the session, makes frames, and stops the session.
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
      let due = watched.filter { frame % $0.interval == 0 }.map { ($0.tally, goal: $0.tally.processedCount + 1) }
      camera.step()
      for (tally, goal) in due { tally.wait(for: goal) }
    }
    camera.step(Self.burst)
  }

  private func report(_ frames: Int) {
    let failures = metadata.detectorStatistics.reduce(0) { $0 + $1.failureCount }
    Report.print([
      ("frames", frames), ("codes", codes.processedCount), ("codes-found", codes.resultCount),
      ("faces", faces.processedCount),
      ("faces-found", faces.resultCount), ("delayed", delayed.processedCount),
      ("detached", detached.processedCount),
      ("plain", plain.tally.processedCount), ("converted", converted.tally.processedCount),
      ("told", resultCount.tally.processedCount),
      ("failures", failures),
    ])
  }
}
