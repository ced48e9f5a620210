import Dispatch
import MediaSamples
import Metadata
import Processing

/// One detector with its pipeline, its queue, and the newest frame that waits for it.
final class DetectorLane: Sendable {
  struct Finds {
    var objects: [any MetadataObject]
    /// Whether something was reported the last time.
    var hadAny: Bool
    /// What the detector gets its frames from.
    var delivery: FrameDelivery
  }

  /// Takes finds, and returns whether any of them were reported.
  typealias Outlet = @Sendable (SampleBuffer, Finds, CaptureConnection) -> Bool

  private let pipeline: Locked<FramePipeline>
  private let hadAny = Locked(false)
  private let outlet = Locked<Outlet?>(nil)
  let delivery: FrameDelivery
  private let hand: Hand

  /// Lets the delivery reach the lane that is made after it.
  private final class Hand: Sendable {
    let lane = Locked<WeakLane>(WeakLane(lane: nil))
  }

  private struct WeakLane: Sendable {
    weak let lane: DetectorLane?
  }

  init(_ detector: any FrameProcessor, onFailure: @escaping @Sendable (StageFailure) -> Void) {
    pipeline = Locked(FramePipeline([detector], onFailure: onFailure))
    let hand = Hand()
    self.hand = hand
    let queue = DispatchQueue(label: "capture.detector.\(detector.name)", qos: .userInitiated)
    delivery = FrameDelivery(on: queue, capacity: .newest, reportsDrops: false) { _, event in
      if case .frame(let sample, let connection) = event {
        hand.lane.withLock { $0 }.lane?.look(at: sample, from: connection)
      }
    }
    hand.lane.withLock { $0 = WeakLane(lane: self) }
  }

  func setOutlet(_ outlet: @escaping Outlet) { self.outlet.withLock { $0 = outlet } }

  /// Asks the detector to look for these types alone, where it can.
  func select(_ types: Set<MetadataObjectType>) {
    pipeline.withLock { pipeline in
      pipeline.updateProcessors { ($0 as? any MetadataDetector)?.selecting(types) ?? $0 }
    }
  }

  /// Asks the detector to look in a part of the picture alone, where it can.
  func select(_ region: Rect) {
    pipeline.withLock { pipeline in
      pipeline.updateProcessors { ($0 as? any MetadataDetector)?.selecting(region) ?? $0 }
    }
  }

  private func look(at sample: SampleBuffer, from connection: CaptureConnection) {
    var frame = Frame(sample)
    pipeline.withLock { $0.process(&frame) }
    let hadAny = self.hadAny.withLock { $0 }
    let outlet = outlet.withLock { $0 }
    let finds = Finds(objects: frame.metadataObjects, hadAny: hadAny, delivery: delivery)
    let hasAny = outlet?(sample, finds, connection) ?? false
    self.hadAny.withLock { $0 = hasAny }
  }

  /// What the detector did; the frames that it didn't see are the delivery's.
  var statistics: StageStatistics {
    let stage = pipeline.withLock { $0.statistics[0] }
    return StageStatistics(
      name: stage.name, frameCount: stage.frameCount, failureCount: stage.failureCount,
      droppedCount: delivery.statistics.dropped.total, latency: stage.latency)
  }
}
