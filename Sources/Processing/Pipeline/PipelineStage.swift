/// A processor in its place in a pipeline, and what is known about its work.
struct PipelineStage: Sendable {
  let name: String
  private var processor: any FrameProcessor
  var latencies = LatencyHistogram()
  private var failureCount = 0
  private var reported: Set<String> = []

  /// Descriptions that are remembered, so that one that differs for every frame doesn't fill the memory.
  static let reportLimit = 16

  init(_ processor: any FrameProcessor) {
    (self.processor, name) = (processor, processor.name)
  }

  /// Puts another processor in the place of the one there is.
  mutating func updateProcessor(_ update: (any FrameProcessor) -> any FrameProcessor) {
    processor = update(processor)
  }

  /// Runs the processor; the frame is as it was where it fails.
  mutating func run(_ frame: inout Frame) -> (any Error)? {
    let objects = frame.metadataObjects
    frame.begin()
    do {
      try processor.process(&frame)
      frame.commit()
      return processor.takeFailure()
    } catch {
      frame.rollBack()
      frame.metadataObjects = objects
      failureCount += 1
      return error
    }
  }

  /// What the processor found out with the last frame about those before.
  mutating func takeLateObjects() -> [LateObject] {
    guard var late = processor as? any HindsightProcessor else { return [] }
    defer { processor = late }
    return late.takeLateObjects()
  }

  /// Whether an error has to be reported: the first time that it is seen, and while there is room to remember it.
  mutating func isNews(_ error: any Error) -> Bool {
    reported.count < Self.reportLimit && reported.insert("\(error)").inserted
  }

  var statistics: StageStatistics {
    if let own = processor.ownStatistics { return own }
    return StageStatistics(
      name: name, frameCount: latencies.count, failureCount: failureCount, droppedCount: 0,
      latency: latencies.summary)
  }
}
