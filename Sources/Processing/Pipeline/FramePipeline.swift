public import OpenCaptureSystem

/// Runs processors over frames, one after another, and keeps count of what they do.
///
///     var pipeline = FramePipeline([Grayscale(), try CodeScanner(types: [.qr])]) { print($0) }
///     pipeline.process(&frame)
///
/// A processor that throws ends neither the stream nor the others: the frame goes on as it was, the failure is counted,
/// and reported the first time that this processor fails with this description. The pipeline belongs to the queue or
/// task that feeds it; it allocates nothing per frame. A copy is a pipeline of its own.
///
/// Slow processors go in ``FrameProcessor/detached(joining:)``.
public struct FramePipeline: Lockable, Sendable {
  private var stages: [PipelineStage]
  private let clock: MonotonicClock
  private let onFailure: @Sendable (StageFailure) -> Void

  /// Makes a pipeline.
  ///
  /// - Parameters:
  ///   - processors: What runs, in this order; with none, frames pass as they are.
  ///   - clock: What latencies are measured with; default ``MonotonicClock/system``.
  ///   - onFailure: Told of failures, on the thread that feeds the pipeline; default nobody.
  public init(
    _ processors: [any FrameProcessor], clock: MonotonicClock = .system,
    onFailure: @escaping @Sendable (StageFailure) -> Void = { _ in }
  ) {
    stages = processors.map(PipelineStage.init)
    (self.clock, self.onFailure) = (clock, onFailure)
  }

  /// Takes one frame through all processors; frames come in presentation order.
  public mutating func process(_ frame: inout Frame) {
    var start = clock.nanoseconds()
    for index in stages.indices {
      let failure = stages[index].run(&frame)
      let end = clock.nanoseconds()
      stages[index].latencies.record(end &- start)
      start = end
      if let failure { report(failure, at: index, frame) }
    }
  }

  /// What each processor did so far, in their order.
  public var statistics: [StageStatistics] { stages.map(\.statistics) }

  /// Puts other processors in the places of those there are; what each place did so far stays.
  package mutating func updateProcessors(_ update: (any FrameProcessor) -> any FrameProcessor) {
    for index in stages.indices { stages[index].updateProcessor(update) }
  }

  /// What processors found out with the last frame about those before.
  mutating func takeLateObjects() -> [LateObject] {
    var objects: [LateObject] = []
    for index in stages.indices { objects += stages[index].takeLateObjects() }
    return objects
  }

  private mutating func report(_ error: any Error, at index: Int, _ frame: Frame) {
    guard stages[index].isNews(error) else { return }
    onFailure(
      StageFailure(processor: stages[index].name, error: error, time: frame.presentationTimeStamp))
  }
}
