public import Dispatch
public import OpenCaptureMediaSamples
import OpenCaptureMetadata
public import OpenCaptureProcessing
public import OpenCaptureSystem

/// A processor that works beside the stream, at its own pace: whenever it is done with a sample it gets the newest one.
///
/// The samples in between it doesn't see, and they are counted. What both detectors behind an output and
/// ``DetachedProcessor`` are made of.
public final class DetachedWorker: SampleReceiver {
  /// What became of one sample.
  public struct Outcome: Sendable {
    /// The sample, and what was found in it.
    public let frame: Frame
    /// The way that it came.
    public let connection: CaptureConnection
    /// Whether the processor failed with it, or with preparing for it, so that nothing is known of it.
    public let hasFailed: Bool
    fileprivate let delivery: SampleDelivery

    /// Runs `body` on a queue, which holds the worker up; not at all where the sample isn't wanted any more then.
    ///
    /// So that what somebody hasn't taken yet doesn't pile up.
    package func perform(on queue: DispatchQueue, _ body: () -> Void) {
      delivery.pause()
      queue.sync {
        if delivery.resume() { body() }
      }
    }
  }

  /// What the queue holds on to: the processor, and what is known of its work.
  private final class Core: Sendable {
    /// Held while the processor works, by the queue alone.
    let pipeline: Locked<FramePipeline>
    let statistics: Locked<StageStatistics>

    init(_ pipeline: FramePipeline) {
      self.pipeline = Locked(pipeline)
      statistics = Locked(pipeline.statistics[0])
    }

    func work(
      on sample: SampleBuffer, _ willWork: (inout FramePipeline, SampleBuffer) -> Void
    ) -> (frame: Frame, hasFailed: Bool) {
      var frame = Frame(sample)
      let now = pipeline.withLock { pipeline in
        willWork(&pipeline, sample)
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

  /// Detaches a processor.
  ///
  /// - Parameters:
  ///   - processor: What works beside the stream.
  ///   - queue: Where it works: a serial one. Default one of its own.
  ///   - clock: What its latency is measured with; default `MonotonicClock.system`.
  ///   - onFailure: Told of failures, each once, on the queue; default nobody.
  ///   - willWork: Called before each sample, to change what the processor looks for; default nothing.
  ///   - onEnd: Called at the end of the stream, behind what was found in it; default nothing.
  ///   - onResult: Takes what became of each sample, on the queue.
  public init(
    _ processor: any FrameProcessor, on queue: DispatchQueue? = nil, clock: MonotonicClock = .system,
    onFailure: @escaping @Sendable (StageFailure) -> Void = { _ in },
    willWork: @escaping @Sendable (inout FramePipeline, SampleBuffer) -> Void = { _, _ in },
    onEnd: @escaping @Sendable () -> Void = {},
    onResult: @escaping @Sendable (Outcome) -> Void
  ) {
    let core = Core(FramePipeline([processor], clock: clock, onFailure: onFailure))
    self.core = core
    let queue = queue ?? DispatchQueue(label: "capture.detached.\(processor.name)", qos: .userInitiated)
    delivery = SampleDelivery(on: queue, capacity: .newest) { delivery, event in
      switch event {
      case .sample(let sample, let connection):
        let (frame, hasFailed) = core.work(on: sample, willWork)
        onResult(Outcome(frame: frame, connection: connection, hasFailed: hasFailed, delivery: delivery))
      case .ended:
        core.finish()
        onEnd()
      case .dropped: break
      }
    }
  }

  /// What the processor did, and how many samples it didn't see because it was slow.
  public var statistics: StageStatistics {
    let stage = core.statistics.withLock { $0 }
    return StageStatistics(
      name: stage.name, frameCount: stage.frameCount, failureCount: stage.failureCount,
      bypassedCount: stage.bypassedCount, droppedCount: delivery.statistics.dropped.total,
      lostObjectCount: stage.lostObjectCount, latency: stage.latency)
  }

  /// Waits until no sample waits for the processor, nor is with it; see ``SampleDelivery/waitUntilIdle(until:)``.
  package func waitUntilIdle(until deadline: UInt64) -> Bool { delivery.waitUntilIdle(until: deadline) }
}

extension DetachedWorker {
  /// Takes a sample; one that waits already gives way to it.
  public func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    delivery.receive(sampleBuffer, from: connection, canWait: false)
  }

  /// Does nothing: a processor sees not every frame anyway.
  public func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}

  /// Waits until the processor has looked at the last sample.
  public func finish(_ connection: CaptureConnection) { delivery.finish(connection) }

  /// Forgets samples of these connections.
  public func discard(from connections: [CaptureConnection]) { delivery.discard(from: connections) }

  /// Ends the stream for the processor, on the queue, behind what waits; samples can come again.
  public func end(_ error: CaptureError?) { delivery.end(error) }
}
