/// A processor in its place in a pipeline, and what is known about its work.
struct PipelineStage: Sendable {
  let name: String
  private var processor: any FrameProcessor
  private var life = StageLife()
  /// How many frames back the processor may know more.
  private(set) var hindsight: Int
  private var latencies = LatencyHistogram()
  private var failureCount = 0
  private var bypassedCount = 0
  private var lostObjectCount = 0
  private var reported: Set<String> = []

  /// Descriptions that are remembered, so that one that differs for every frame doesn't fill the memory.
  static let reportLimit = 16

  init(_ processor: any FrameProcessor) {
    (self.processor, name, hindsight) = (processor, processor.name, max(0, processor.hindsight))
  }

  /// Puts another processor in the place of the one there is; it is prepared before its first frame.
  mutating func updateProcessor(_ update: (any FrameProcessor) -> any FrameProcessor) {
    processor = update(processor)
    hindsight = max(0, processor.hindsight)
    life.replace()
  }

  /// Takes a frame through the processor, which is prepared first where the format is new to it.
  ///
  /// - Parameters:
  ///   - frame: Goes on as it was where the processor fails.
  ///   - timer: Whose lap ends with the processor's work; preparation is no part of it.
  /// - Returns: What went wrong.
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

  /// Prepares the processor; where it fails, the frame passes it by.
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
    guard let failure = processor.takeFailure() else { return nil }
    failureCount += 1
    return failure
  }

  /// What the processor found out with the last frame about those before.
  mutating func takeLateObjects() -> [LateObject] {
    hindsight > 0 && life.missedCount == 0 ? processor.takeLateObjects() : []
  }

  /// Ends the stream: gives what the processor still held, and what went wrong.
  mutating func finish() -> (lateObjects: [LateObject], failures: [any Error]) {
    let missed = life.missedCount
    guard life.end() else { return ([], []) }
    var (objects, failures): ([LateObject], [any Error]) = ([], [])
    do {
      objects = try processor.finish()
    } catch {
      failureCount += 1
      failures.append(error)
    }
    if let failure = takeFailure() { failures.append(failure) }
    // It doesn't know how many frames passed it by after its last.
    return (objects.map { LateObject(framesAgo: $0.framesAgo &+ missed, object: $0.object) }, failures)
  }

  /// Takes note of an object whose frame is gone.
  mutating func loseObject() { lostObjectCount += 1 }

  /// Whether an error has to be reported: the first time that it is seen, and while there is room to remember it.
  mutating func isNews(_ error: any Error) -> Bool {
    reported.count < Self.reportLimit && reported.insert("\(error)").inserted
  }

  var statistics: StageStatistics {
    processor.ownStatistics
      ?? StageStatistics(
        name: name, frameCount: latencies.count, failureCount: failureCount, bypassedCount: bypassedCount,
        lostObjectCount: lostObjectCount, latency: latencies.summary)
  }
}
