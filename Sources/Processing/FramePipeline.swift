import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// A sequence of processors that runs over frames and collects statistics.
///
///     var pipeline = FramePipeline([Grayscale(), try CodeScanner(types: [.qr])]) { print($0) }
///     pipeline.process(&frame)
///
/// Each ``StreamProcessor`` is prepared before the first frame of its input, and again whenever the format of its
/// input changes. ``finish()`` ends the stream for all processors. An error of one processor affects neither the stream
/// nor the other processors. The frame continues unchanged and the failure is counted. A processor's errors are
/// reported once per description. The pipeline belongs to the queue or task that feeds it, and allocates nothing
/// per frame. A copy is an independent pipeline.
///
/// In a file, later frames are available, so that frames can wait for objects detected late:
///
///     var pipeline = FramePipeline([tracker, Rotate.mirror], hindsight: 24)
///     for sample in movie { if let frame = pipeline.process(Frame(sample)) { show(frame) } }
///     for frame in pipeline.finish() { show(frame) }
///
/// Frames wait behind the last processor with hindsight, and then pass the processors after it, which therefore see
/// the late objects.
///
/// Wrap slow processors in `FrameProcessor.detached(joining:)`.
public struct FramePipeline: Lockable, Sendable {
  private var stages: [PipelineStage]
  private var waiting: DelayedFrames
  /// The number of stages before the waiting frames.
  private let stagesBefore: Int
  private let clock: MonotonicClock
  private let onFailure: @Sendable (StageFailure) -> Void
  /// The presentation time of the last frame.
  private var lastTime = MediaTime.invalid

  /// Makes a pipeline.
  ///
  /// - Parameters:
  ///   - processors: The processors in order. Without any, frames stay unchanged.
  ///   - hindsight: The largest number of earlier frames that processors may report objects for. Frames wait for
  ///     the largest number that a processor uses. Default: 0, as cameras need it.
  ///   - clock: The clock for latencies. Default: `MonotonicClock.system`.
  ///   - onFailure: Called with failures, on the thread that feeds the pipeline. Default: does nothing.
  public init(
    _ processors: [any FrameProcessor], hindsight: Int = 0, clock: MonotonicClock = .system,
    onFailure: @escaping @Sendable (StageFailure) -> Void = { _ in }
  ) {
    let limit = max(0, hindsight)
    stages = processors.map { PipelineStage($0, hindsight: limit) }
    stagesBefore = stages.lastIndex { $0.hindsight > 0 }.map { $0 + 1 } ?? 0
    waiting = DelayedFrames(capacity: min(limit, stages.map(\.hindsight).max() ?? 0))
    self.clock = clock
    self.onFailure = onFailure
  }

  /// The number of frames that wait for late objects; 0 if no processor has hindsight.
  public var hindsight: Int { waiting.capacity }

  /// Runs all processors on one frame in place; frames must be in presentation order.
  ///
  /// The frame does not wait, regardless of ``hindsight``: objects detected later are lost, and counted.
  public mutating func process(_ frame: inout Frame) {
    lastTime = frame.presentationTimeStamp
    run(stages.indices, on: &frame)
    for index in 0..<stagesBefore {
      let lost = stages[index].takeLateObjects().count
      stages[index].lostObjectCount += lost
    }
  }

  /// Adds one frame and returns the one that is complete; frames must be in presentation order.
  ///
  /// - Returns: The frame from ``hindsight`` frames ago, or the same frame if that is 0. Nil while the first frames
  ///   wait.
  public mutating func process(_ frame: consuming Frame) -> Frame? {
    guard waiting.capacity > 0 else {
      process(&frame)
      return frame
    }
    lastTime = frame.presentationTimeStamp
    run(0..<stagesBefore, on: &frame)
    for index in 0..<stagesBefore {
      for late in stages[index].takeLateObjects() where !waiting.join(late) { stages[index].lostObjectCount += 1 }
    }
    guard var complete = waiting.exchange(frame) else { return nil }
    run(stagesBefore..<stages.count, on: &complete)
    return complete
  }

  /// Ends the stream; a later frame begins another one.
  ///
  /// - Returns: The waiting frames, completed by the remaining late objects.
  @discardableResult
  public mutating func finish() -> [Frame] {
    var last = waiting.takeAll()
    for index in stages.indices {
      if index >= stagesBefore { last.update { run(index..<index + 1, on: &$0) } }
      let end = stages[index].finish()
      for late in end.lateObjects where !last.join(late) { stages[index].lostObjectCount += 1 }
      for failure in end.failures { report(failure, at: index, lastTime) }
    }
    return last.frames
  }

  /// The statistics of each processor, in order.
  public var statistics: [StageStatistics] { stages.map(\.statistics) }

  /// Replaces the processors; the statistics of each stage are kept.
  package mutating func updateProcessors(_ update: (any FrameProcessor) -> any FrameProcessor) {
    for index in stages.indices { stages[index].updateProcessor(update) }
  }

  private mutating func run(_ indices: Range<Int>, on frame: inout Frame) {
    var timer = LapTimer(clock)
    for index in indices {
      if let failure = stages[index].run(&frame, &timer) { report(failure, at: index, frame.presentationTimeStamp) }
    }
    frame.forgetCheckpoint()
  }

  private mutating func report(_ error: any Error, at index: Int, _ time: MediaTime) {
    guard stages[index].shouldReport(error) else { return }
    onFailure(StageFailure(processor: stages[index].name, error: error, time: time))
  }
}
