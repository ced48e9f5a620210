public import Dispatch
import OpenCaptureMediaSamples
import OpenCaptureMetadata
public import OpenCaptureProcessing
public import OpenCaptureSystem

/// Lets a slow processor work at its own pace beside the stream, which flows on at full rate.
///
/// The processor gets the newest frame whenever it is done with one; the frames in between it doesn't see, and they
/// are counted. What it finds joins later frames by presentation time. It works on a copy of the frame: what it does
/// to the picture is lost. Its failures are reported by the pipeline at the next frame.
///
/// While it works it holds a lease on the picture, so processors behind it that would write in place write into
/// another buffer.
public final class DetachedProcessor: FrameProcessor {
  private struct Finds: Lockable {
    var joiner: MetadataJoiner
    var failure: StageFailure?
  }

  /// The name of the processor.
  public let name: String
  private let worker: DetachedWorker
  private let finds: Locked<Finds>
  private let connection = CaptureConnection()

  /// Detaches a processor.
  ///
  /// - Parameters:
  ///   - processor: What works beside the stream.
  ///   - join: Which frames get its finds; default ``MetadataJoin/recent``.
  ///   - queue: Where it works: a serial one. Default one of its own.
  ///   - clock: What its latency is measured with; default `MonotonicClock.system`.
  public init(
    _ processor: any FrameProcessor, joining join: MetadataJoin = .recent, on queue: DispatchQueue? = nil,
    clock: MonotonicClock = .system
  ) {
    let finds = Locked(Finds(joiner: MetadataJoiner(join)))
    (name, self.finds) = (processor.name, finds)
    worker = DetachedWorker(processor, on: queue, clock: clock) { failure in
      finds.withLock { $0.failure = failure }
    } onResult: { result in
      guard !result.hasFailed else { return }
      let (objects, time) = (result.frame.metadataObjects, result.frame.presentationTimeStamp)
      finds.withLock { $0.joiner.store(objects, seenAt: time) }
    }
  }

  /// Offers the frame to the processor, and appends what it found in this or earlier ones.
  public func process(_ frame: inout Frame) {
    worker.receive(frame.sampleBuffer, from: connection, canWait: false)
    let time = frame.presentationTimeStamp
    frame.metadataObjects += finds.withLock { $0.joiner.objects(joining: time) }
  }

  /// Ends the stream for the processor, behind what it works on; nobody waits for that.
  ///
  /// - Returns: Nothing: what it held is lost, since it didn't see all frames.
  public func finish() -> [LateObject] {
    worker.end(nil)
    return []
  }

  /// ``statistics``.
  public var ownStatistics: StageStatistics? { statistics }

  /// What the processor did so far; its latency is that of its work, the wait before it left out.
  public var statistics: StageStatistics { worker.statistics }

  /// The last failure since this was asked before; nil where there was none.
  public func takeFailure() -> (any Error)? { finds.withLock { $0.failure.take() }?.error }

  /// Waits until the processor has nothing to do; see ``SampleDelivery/waitUntilIdle(until:)``.
  package func waitUntilIdle(until deadline: UInt64) -> Bool { worker.waitUntilIdle(until: deadline) }
}

extension FrameProcessor {
  /// This processor, working at its own pace beside the stream.
  ///
  /// - Parameter join: Which frames get its finds; default ``MetadataJoin/recent``.
  public func detached(joining join: MetadataJoin = .recent) -> DetachedProcessor {
    DetachedProcessor(self, joining: join)
  }
}
