import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// Runs processors over frames, one after another, and keeps count of what they do.
///
///     var pipeline = FramePipeline([Grayscale(), try CodeScanner(types: [.qr])]) { print($0) }
///     pipeline.process(&frame)
///
/// Each processor is prepared for the frames that reach its place before the first of them, and again whenever their
/// format changes there; ``finish()`` ends the stream for all of them. One that throws ends neither the stream nor the
/// others: the frame goes on as it was, the failure is counted, and reported the first time that this processor fails
/// with this description. The pipeline belongs to the queue or task that feeds it; it allocates nothing per frame. A copy
/// is a pipeline of its own.
///
/// Where what comes is known, as in a file, frames can wait until what is found out about them later is known, too:
///
///     var pipeline = FramePipeline([tracker, Turn.mirror], hindsight: 24)
///     for sample in movie { if let frame = pipeline.process(Frame(sample)) { show(frame) } }
///     for frame in pipeline.finish() { show(frame) }
///
/// They wait behind the last processor that looks back, and go through those after it then; so these take what came late
/// along.
///
/// Slow processors go in `FrameProcessor.detached(joining:)`.
public struct FramePipeline: Lockable, Sendable {
  private var stages: [PipelineStage]
  private var waiting: WaitingFrames
  /// How many of the stages frames go through before they wait.
  private let stagesBefore: Int
  private let clock: MonotonicClock
  private let onFailure: @Sendable (StageFailure) -> Void
  /// When the frame is shown that was taken in last.
  private var lastTime = MediaTime.invalid

  /// Makes a pipeline.
  ///
  /// - Parameters:
  ///   - processors: What runs, in this order; with none, frames pass as they are.
  ///   - hindsight: How many frames the processors may look back over; default 0, which is what a camera needs. Frames
  ///     wait for as many as one of them does.
  ///   - clock: What latencies are measured with; default `MonotonicClock.system`.
  ///   - onFailure: Told of failures, on the thread that feeds the pipeline; default nobody.
  public init(
    _ processors: [any FrameProcessor], hindsight: Int = 0, clock: MonotonicClock = .system,
    onFailure: @escaping @Sendable (StageFailure) -> Void = { _ in }
  ) {
    let limit = max(0, hindsight)
    stages = processors.map { PipelineStage($0.lookingBack(limit)) }
    stagesBefore = stages.lastIndex { $0.hindsight > 0 }.map { $0 + 1 } ?? 0
    waiting = WaitingFrames(capacity: min(limit, stages.map(\.hindsight).max() ?? 0))
    (self.clock, self.onFailure) = (clock, onFailure)
  }

  /// How many frames wait for what is found out about them later; 0 where none of the processors looks back.
  public var hindsight: Int { waiting.capacity }

  /// Takes one frame through all processors, in place; frames come in presentation order.
  ///
  /// It doesn't wait, whatever the pipeline's ``hindsight``: what is found out about it later is lost, and counted.
  public mutating func process(_ frame: inout Frame) {
    lastTime = frame.presentationTimeStamp
    run(stages.indices, on: &frame)
    for index in 0..<stagesBefore {
      for _ in stages[index].takeLateObjects() { stages[index].loseObject() }
    }
  }

  /// Takes one frame in, and gives the one that is complete; frames come in presentation order.
  ///
  /// - Returns: The frame from ``hindsight`` frames ago, so the same without; nil as long as the first ones wait.
  public mutating func process(_ frame: consuming Frame) -> Frame? {
    guard waiting.capacity > 0 else {
      process(&frame)
      return frame
    }
    lastTime = frame.presentationTimeStamp
    run(0..<stagesBefore, on: &frame)
    for index in 0..<stagesBefore {
      for late in stages[index].takeLateObjects() where !waiting.join(late) { stages[index].loseObject() }
    }
    guard var complete = waiting.exchange(frame) else { return nil }
    run(stagesBefore..<stages.count, on: &complete)
    return complete
  }

  /// Ends the stream; a frame that comes afterwards begins another.
  ///
  /// - Returns: The frames that still wait, complete, with what processors held back until now.
  @discardableResult
  public mutating func finish() -> [Frame] {
    var last = waiting.takeAll()
    for index in stages.indices {
      if index >= stagesBefore { last.update { run(index..<index + 1, on: &$0) } }
      let end = stages[index].finish()
      for late in end.lateObjects where !last.join(late) { stages[index].loseObject() }
      for failure in end.failures { report(failure, at: index, lastTime) }
    }
    return last.frames
  }

  /// What each processor did so far, in their order.
  public var statistics: [StageStatistics] { stages.map(\.statistics) }

  /// Puts other processors in the places of those there are; what each place did so far stays.
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
    guard stages[index].isNews(error) else { return }
    onFailure(StageFailure(processor: stages[index].name, error: error, time: time))
  }
}
