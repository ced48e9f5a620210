public import Dispatch
public import OpenCaptureMediaSamples
import OpenCaptureMetadata
public import OpenCaptureProcessing
public import OpenCaptureSystem

/// A receiver that runs a processor beside the stream.
///
/// When the processor finishes a sample, it receives the newest one. The samples in between are skipped and
/// counted. ``DetachedProcessor`` and the detectors of outputs use this class.
public final class DetachedWorker: SampleReceiver {
  /// The result of processing one sample.
  public struct Outcome: Sendable {
    /// The sample with its detections.
    public let frame: Frame
    /// The connection of the sample.
    public let connection: CaptureConnection
    /// Whether the detections are unknown, because the processor failed on the sample or could not be prepared.
    public let hasFailed: Bool
    fileprivate let delivery: SampleDelivery

    /// Runs `body` on a queue, unless the sample has been discarded by then.
    ///
    /// Blocks the worker meanwhile, so that results do not pile up when the receiver is slow.
    package func perform(on queue: DispatchQueue, _ body: () -> Void) {
      delivery.pause()
      queue.sync {
        if delivery.resume() { body() }
      }
    }
  }

  /// The processor and its statistics, which the queue keeps alive.
  private final class Core: Sendable {
    /// The pipeline, which only the queue locks, for as long as the processor works.
    let pipeline: Locked<FramePipeline>
    let statistics: Locked<StageStatistics>

    init(_ pipeline: FramePipeline) {
      self.pipeline = Locked(pipeline)
      statistics = Locked(pipeline.statistics[0])
    }

    func work(
      on sample: SampleBuffer, _ willProcess: (inout FramePipeline, SampleBuffer) -> Void
    ) -> (frame: Frame, hasFailed: Bool) {
      var frame = Frame(sample)
      let now = pipeline.withLock { pipeline in
        willProcess(&pipeline, sample)
        pipeline.process(&frame)
        return pipeline.statistics[0]
      }
      return statistics.withLock { statistics in
        defer { statistics = now }
        let hasFailed = now.failureCount > statistics.failureCount || now.bypassedCount > statistics.bypassedCount
        return (frame, hasFailed)
      }
    }

    func finish() {
      let now = pipeline.withLock { pipeline in
        pipeline.finish()
        return pipeline.statistics[0]
      }
      statistics.withLock { $0 = now }
    }
  }

  private let core: Core
  private let delivery: SampleDelivery

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - processor: The processor to run.
  ///   - queue: The serial queue that runs the processor. The default is a private queue.
  ///   - clock: The clock for measuring latency. The default is `MonotonicClock.system`.
  ///   - onFailure: Called on the queue once per failure. Does nothing by default.
  ///   - willProcess: Called before each sample, for example to change the requested types. Does nothing by default.
  ///   - onEnd: Called at the end of the stream, after the last result. Does nothing by default.
  ///   - onResult: Called on the queue with the result of each sample.
  public init(
    _ processor: any FrameProcessor, on queue: DispatchQueue? = nil, clock: MonotonicClock = .system,
    onFailure: @escaping @Sendable (StageFailure) -> Void = { _ in },
    willProcess: @escaping @Sendable (inout FramePipeline, SampleBuffer) -> Void = { _, _ in },
    onEnd: @escaping @Sendable () -> Void = {},
    onResult: @escaping @Sendable (Outcome) -> Void
  ) {
    let core = Core(FramePipeline([processor], clock: clock, onFailure: onFailure))
    self.core = core
    let queue = queue ?? DispatchQueue(label: "capture.detached.\(processor.name)", qos: .userInitiated)
    delivery = SampleDelivery(on: queue, capacity: .newest) { delivery, event in
      switch event {
      case .sample(let sample, let connection):
        let (frame, hasFailed) = core.work(on: sample, willProcess)
        onResult(Outcome(frame: frame, connection: connection, hasFailed: hasFailed, delivery: delivery))
      case .ended:
        core.finish()
        onEnd()
      case .dropped: break
      }
    }
  }

  /// The statistics of the processor, including the number of samples skipped because the processor was slow.
  public var statistics: StageStatistics {
    let stage = core.statistics.withLock { $0 }
    return StageStatistics(
      name: stage.name, frameCount: stage.frameCount, failureCount: stage.failureCount,
      bypassedCount: stage.bypassedCount, droppedCount: delivery.statistics.dropped.total,
      lostObjectCount: stage.lostObjectCount, latency: stage.latency)
  }

  /// Waits until no sample is waiting or being processed; see ``SampleDelivery/waitUntilIdle(until:)``.
  package func waitUntilIdle(until deadline: UInt64) -> Bool { delivery.waitUntilIdle(until: deadline) }
}

extension DetachedWorker {
  /// Offers a sample to the processor, in place of a sample that is waiting.
  public func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    delivery.receive(sampleBuffer, from: connection, canWait: false)
  }

  /// Does nothing, because a processor does not see every frame anyway.
  public func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}

  /// Waits until the processor has finished the last sample.
  public func finish(_ connection: CaptureConnection) { delivery.finish(connection) }

  /// Removes the waiting samples of the given connections.
  public func discard(from connections: [CaptureConnection]) { delivery.discard(from: connections) }

  /// Ends the stream for the processor after the waiting samples; others can follow later.
  public func end(_ error: CaptureError?) { delivery.end(error) }
}
