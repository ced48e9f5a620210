import OpenCaptureSystem
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Lets a slow processor work at its own pace beside the stream, which flows on at full rate.
///
/// The processor gets the newest frame whenever it is done with one; the frames in between it doesn't see, and they
/// are counted. What it finds joins later frames by presentation time. It works on a copy of the frame: what it does
/// to the picture is lost. Its failures are reported by the pipeline at the next frame.
///
/// While it works it holds a lease on the picture, so processors behind it that would write in place write into
/// another buffer.
public final class DetachedProcessor: FrameProcessor {
  /// The name of the processor.
  public let name: String

  private struct State: Lockable, Sendable {
    var flow = FlowLimiter<SampleBuffer>()
    var joiner: MetadataJoiner
    var latencies = LatencyHistogram()
    var failureCount = 0
    var failure: (any Error)?
  }

  private struct Worker: Lockable {
    var processor: any FrameProcessor
  }

  private let state: Locked<State>
  private let worker: Locked<Worker>
  private let executor: any StageExecutor
  private let clock: MonotonicClock

  /// Detaches a processor.
  ///
  /// - Parameters:
  ///   - processor: What works beside the stream.
  ///   - join: Which frames get its finds; default ``MetadataJoin/recent``.
  ///   - executor: Where it works; default a serial queue of its own.
  ///   - clock: What its latency is measured with; default ``MonotonicClock/system``.
  public init(
    _ processor: any FrameProcessor, joining join: MetadataJoin = .recent,
    executor: (any StageExecutor)? = nil, clock: MonotonicClock = .system
  ) {
    name = processor.name
    state = Locked(State(joiner: MetadataJoiner(join)))
    worker = Locked(Worker(processor: processor))
    self.executor = executor ?? QueueExecutor(label: "processing.\(processor.name)")
    self.clock = clock
  }

  /// Offers the frame to the processor, and appends what it found in this or earlier ones.
  public func process(_ frame: inout Frame) {
    let sample = frame.sampleBuffer
    // What is dropped is let go of outside the lock: giving a buffer back can call a driver.
    switch state.withLock({ $0.flow.offer(sample) }) {
    case .start: start(sample)
    case .wait, .waitInstead: break
    }
    let time = frame.presentationTimeStamp
    frame.metadataObjects += state.withLock { $0.joiner.objects(joining: time) }
  }

  /// What the processor did so far; its latency is that of its work, the wait before it left out.
  public var statistics: StageStatistics {
    state.withLock { state in
      StageStatistics(
        name: name, frameCount: state.latencies.count, failureCount: state.failureCount,
        droppedCount: state.flow.droppedCount, latency: state.latencies.summary)
    }
  }

  /// The last failure since this was asked before; nil where there was none.
  func takeFailure() -> (any Error)? { state.withLock { $0.failure.take() } }

  private func start(_ sample: SampleBuffer) {
    executor.execute { [self] in
      if let next = work(on: sample) { start(next) }
    }
  }

  /// Works on one sample and gives the next.
  private func work(on sample: SampleBuffer) -> SampleBuffer? {
    let begin = clock.nanoseconds()
    let result = Result { try find(in: sample) }
    let end = clock.nanoseconds()
    return state.withLock { state in
      state.latencies.record(end &- begin)
      switch result {
      case .success(let objects): state.joiner.store(objects, seenAt: sample.presentationTimeStamp)
      case .failure(let error): (state.failure, state.failureCount) = (error, state.failureCount + 1)
      }
      return state.flow.finish()
    }
  }

  private func find(in sample: SampleBuffer) throws -> [any MetadataObject] {
    var frame = Frame(sample)
    try worker.withLock { try $0.processor.process(&frame) }
    return frame.metadataObjects
  }
}

extension FrameProcessor {
  /// This processor, working at its own pace beside the stream.
  ///
  /// - Parameter join: Which frames get its finds; default ``MetadataJoin/recent``.
  public func detached(joining join: MetadataJoin = .recent) -> DetachedProcessor {
    DetachedProcessor(self, joining: join)
  }
}
