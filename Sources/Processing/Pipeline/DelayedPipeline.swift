public import OpenCaptureSystem

/// Runs processors over frames, and holds these back until what is found out later about them is known.
///
///     var pipeline = DelayedPipeline([tracker, Mirror()])
///     for sample in movie { if let frame = pipeline.process(Frame(sample)) { show(frame) } }
///     for frame in pipeline.finish() { show(frame) }
///
/// Frames wait behind the last ``HindsightProcessor``, as many as its hindsight says, and go through the processors after
/// it then; so those take what came late along. It is for files: a camera's frames would be late. It is as
/// ``FramePipeline`` else.
public struct DelayedPipeline: Lockable, Sendable {
  private var first: FramePipeline
  private var second: FramePipeline
  private var waiting: [Frame] = []
  private let delay: Int

  /// Makes a pipeline.
  ///
  /// - Parameters:
  ///   - processors: What runs, in this order.
  ///   - clock: What latencies are measured with; default ``MonotonicClock/system``.
  ///   - onFailure: Told of failures, on the thread that feeds the pipeline; default nobody.
  public init(
    _ processors: [any FrameProcessor], clock: MonotonicClock = .system,
    onFailure: @escaping @Sendable (StageFailure) -> Void = { _ in }
  ) {
    let delays = processors.map { ($0 as? any HindsightProcessor)?.hindsight ?? 0 }
    let count = delays.lastIndex { $0 > 0 }.map { $0 + 1 } ?? 0
    first = FramePipeline(Array(processors[..<count]), clock: clock, onFailure: onFailure)
    second = FramePipeline(Array(processors[count...]), clock: clock, onFailure: onFailure)
    delay = delays.max() ?? 0
  }

  /// Takes one frame in; frames come in presentation order.
  ///
  /// - Returns: The frame that is complete now; nil as long as the first ones wait.
  public mutating func process(_ frame: consuming Frame) -> Frame? {
    first.process(&frame)
    for late in first.takeLateObjects() where late.framesAgo >= 1 && late.framesAgo <= waiting.count {
      waiting[waiting.count - late.framesAgo].metadataObjects.append(late.object)
    }
    waiting.append(frame)
    guard waiting.count > delay else { return nil }
    return complete(waiting.removeFirst())
  }

  /// The frames that still wait, at the end of the stream.
  public mutating func finish() -> [Frame] {
    defer { waiting = [] }
    return waiting.map { complete($0) }
  }

  /// What each processor did so far, in their order.
  public var statistics: [StageStatistics] { first.statistics + second.statistics }

  private mutating func complete(_ frame: consuming Frame) -> Frame {
    second.process(&frame)
    return frame
  }
}
