public import Dispatch
import OpenCaptureMediaSamples
import OpenCaptureMetadata
public import OpenCaptureProcessing
public import OpenCaptureSystem

/// A frame processor that runs another, slow processor beside the stream without slowing the stream down.
///
/// When the processor finishes a frame, it receives the newest one. The frames in between are skipped and counted.
/// Its detections are added to later frames, based on the presentation time. The processor works on a copy of the
/// frame, so its changes to the image are lost. The pipeline reports a failure of the processor with the next
/// frame.
///
/// While the processor works, it shares the image buffer. Later processors that modify the image therefore write to
/// another buffer.
public final class DetachedProcessor: StreamProcessor, ConcurrentProcessor {
  private struct Results: Lockable {
    var joiner: MetadataJoiner
    var failure: StageFailure?
  }

  /// The name of the processor.
  public let name: String
  private let worker: DetachedWorker
  private let detections: Locked<Results>
  private let connection = CaptureConnection()

  /// Creates a processor that runs beside the stream.
  ///
  /// - Parameters:
  ///   - processor: The processor to run.
  ///   - join: The frames that receive the detections. The default is ``MetadataJoin/recent``.
  ///   - queue: The serial queue that runs the processor. The default is a private queue.
  ///   - clock: The clock for measuring latency. The default is `MonotonicClock.system`.
  public init(
    _ processor: any FrameProcessor, joining join: MetadataJoin = .recent, on queue: DispatchQueue? = nil,
    clock: MonotonicClock = .system
  ) {
    let detections = Locked(Results(joiner: MetadataJoiner(join)))
    name = processor.name
    self.detections = detections
    worker = DetachedWorker(processor, on: queue, clock: clock) { failure in
      detections.withLock { $0.failure = failure }
    } onResult: { result in
      guard !result.hasFailed else { return }
      let objects = result.frame.metadataObjects
      let time = result.frame.presentationTimeStamp
      detections.withLock { $0.joiner.store(objects, seenAt: time) }
    }
  }

  /// Offers the frame to the processor and appends the detections of this frame or earlier ones.
  public func process(_ frame: inout Frame) {
    worker.receive(frame.sampleBuffer, from: connection, canWait: false)
    let time = frame.presentationTimeStamp
    frame.metadataObjects += detections.withLock { $0.joiner.objects(joining: time) }
  }

  /// Ends the stream for the processor after its current frame, without waiting for that frame.
  ///
  /// Pending detections are lost, because the processor skips frames anyway.
  public func finish() { worker.end(nil) }

  /// The same as ``statistics``.
  public var ownStatistics: StageStatistics? { statistics }

  /// The statistics of the processor, whose latency excludes the time that frames waited.
  public var statistics: StageStatistics { worker.statistics }

  /// Returns and clears the last failure, or nil if the processor has not failed since the previous call.
  public func takeFailure() -> (any Error)? { detections.withLock { $0.failure.take() }?.error }

  /// Waits until the processor is idle; see ``SampleDelivery/waitUntilIdle(until:)``.
  package func waitUntilIdle(until deadline: UInt64) -> Bool { worker.waitUntilIdle(until: deadline) }
}

extension FrameProcessor {
  /// Returns a processor that runs this one beside the stream.
  ///
  /// - Parameter join: The frames that receive the detections. The default is ``MetadataJoin/recent``.
  public func detached(joining join: MetadataJoin = .recent) -> DetachedProcessor {
    DetachedProcessor(self, joining: join)
  }
}
