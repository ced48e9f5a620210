/// A processor in a pipeline, with its state and statistics.
struct PipelineStage: Sendable {
  let name: String
  private var processor: any HindsightProcessor
  /// The same processor, if it works concurrently.
  private var concurrent: (any ConcurrentProcessor)?
  private var life = StageLifecycle()
  /// The number of earlier frames that the processor may report objects for.
  private(set) var hindsight: Int
  private var latencies = LatencyHistogram()
  private var failureCount = 0
  private var bypassedCount = 0
  /// The number of objects whose frames have left the pipeline.
  var lostObjectCount = 0
  private var reported: Set<String> = []

  /// The limit of stored descriptions, so that descriptions that differ in each frame do not fill the memory.
  static let reportLimit = 16

  /// Makes a stage whose processor may report objects for at most the given number of earlier frames.
  init(_ processor: any FrameProcessor, hindsight limit: Int) {
    self.processor = SimpleProcessor.refined(processor).withHindsight(limit)
    concurrent = processor as? any ConcurrentProcessor
    name = processor.name
    hindsight = max(0, self.processor.hindsight)
  }

  /// Replaces the processor; the new one is prepared before its first frame.
  mutating func updateProcessor(_ update: (any FrameProcessor) -> any FrameProcessor) {
    let new = update((processor as? SimpleProcessor)?.base ?? processor)
    processor = SimpleProcessor.refined(new)
    concurrent = new as? any ConcurrentProcessor
    hindsight = max(0, processor.hindsight)
    life.replace()
  }

  /// Runs the processor on a frame, prepares it first if the format is new, and returns its error.
  ///
  /// - Parameters:
  ///   - frame: The frame, which stays unchanged if the processor fails.
  ///   - timer: The timer whose lap ends with the processor's work. Preparation does not count.
  mutating func run(_ frame: inout Frame, _ timer: inout LapTimer) -> (any Error)? {
    let format = frame.format
    switch life.step(for: format) {
    case .process: break
    case .prepare:
      defer { timer.restart() }
      if let failure = prepare(for: format) { return failure }
    case .pass:
      pass()
      return nil
    }
    defer { latencies.record(timer.lap()) }
    return process(&frame)
  }

  /// Prepares the processor; if that fails, the frame bypasses it.
  private mutating func prepare(for format: FrameFormat) -> (any Error)? {
    do {
      try processor.prepare(for: format)
      life.prepare(for: format, isDone: true)
      return nil
    } catch {
      life.prepare(for: format, isDone: false)
      pass()
      failureCount += 1
      return error
    }
  }

  private mutating func pass() {
    life.pass()
    bypassedCount += 1
  }

  private mutating func process(_ frame: inout Frame) -> (any Error)? {
    life.process()
    let objects = frame.metadataObjects
    frame.begin()
    do {
      try processor.process(&frame)
      return takeFailure()
    } catch {
      frame.rollBack()
      frame.metadataObjects = objects
      failureCount += 1
      return error
    }
  }

  private mutating func takeFailure() -> (any Error)? {
    guard let failure = concurrent?.takeFailure() else { return nil }
    failureCount += 1
    return failure
  }

  /// Returns the objects that the processor found in earlier frames with the last one.
  mutating func takeLateObjects() -> [LateObject] {
    hindsight > 0 && life.missedCount == 0 ? processor.takeLateObjects() : []
  }

  /// Ends the stream; returns the processor's remaining late objects and its errors.
  mutating func finish() -> (lateObjects: [LateObject], failures: [any Error]) {
    let missed = life.missedCount
    guard life.end() else { return ([], []) }
    var objects: [LateObject] = []
    var failures: [any Error] = []
    do {
      try processor.finish()
      objects = processor.takeLateObjects()
    } catch {
      failureCount += 1
      failures.append(error)
    }
    if let failure = takeFailure() { failures.append(failure) }
    // The processor does not know how many frames bypassed it after its last one.
    return (objects.map { LateObject(framesAgo: $0.framesAgo &+ missed, object: $0.object) }, failures)
  }

  /// Returns whether to report an error: only on its first occurrence, and while the set of descriptions has room.
  mutating func shouldReport(_ error: any Error) -> Bool {
    reported.count < Self.reportLimit && reported.insert("\(error)").inserted
  }

  var statistics: StageStatistics {
    concurrent?.ownStatistics
      ?? StageStatistics(
        name: name, frameCount: latencies.count, failureCount: failureCount, bypassedCount: bypassedCount,
        lostObjectCount: lostObjectCount, latency: latencies.summary)
  }
}

/// A processor without hindsight, in the form of one with it, so that a stage casts no processor for each frame.
private struct SimpleProcessor: HindsightProcessor {
  var base: any FrameProcessor

  /// Returns a processor with hindsight unchanged, and any other one wrapped.
  static func refined(_ processor: any FrameProcessor) -> any HindsightProcessor {
    processor as? any HindsightProcessor ?? SimpleProcessor(base: processor)
  }

  var hindsight: Int { 0 }

  mutating func process(_ frame: inout Frame) throws { try base.process(&frame) }

  mutating func prepare(for format: FrameFormat) throws {
    guard var processor = base as? any StreamProcessor else { return }
    defer { base = processor }
    try processor.prepare(for: format)
  }

  mutating func finish() throws {
    guard var processor = base as? any StreamProcessor else { return }
    defer { base = processor }
    try processor.finish()
  }

  func takeLateObjects() -> [LateObject] { [] }
}
