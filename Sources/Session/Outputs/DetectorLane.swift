import OpenCaptureSystem
import Dispatch
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing

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

  private struct State: Lockable {
    /// What the detector is to look for from the next frame on; nil where that doesn't change.
    var types: Set<MetadataObjectType>?
    /// Where the detector is to look from the next frame on; nil where that doesn't change.
    var region: Rect?
    var statistics: StageStatistics
    var outlet: Outlet?
    /// Whether something was reported the last time.
    var hadAny = false
  }

  private let state: Locked<State>
  /// Held while the detector works; only ``look(at:from:)`` waits for it, and there is one of that at a time.
  private let pipeline: Locked<FramePipeline>
  let delivery: FrameDelivery
  private let hand: Hand

  /// Lets the delivery reach the lane that is made after it.
  private final class Hand: Sendable {
    let lane = Locked<WeakLane>(WeakLane(lane: nil))
  }

  private struct WeakLane: Lockable, Sendable {
    weak let lane: DetectorLane?
  }

  init(_ detector: any FrameProcessor, onFailure: @escaping @Sendable (StageFailure) -> Void) {
    let pipeline = FramePipeline([detector], onFailure: onFailure)
    state = Locked(State(statistics: pipeline.statistics[0]))
    self.pipeline = Locked(pipeline)
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

  func setOutlet(_ outlet: @escaping Outlet) { state.withLock { $0.outlet = outlet } }

  /// Asks the detector to look for these types alone, where it can, from the next frame on.
  func select(_ types: Set<MetadataObjectType>) { state.withLock { $0.types = types } }

  /// Asks the detector to look in a part of the picture alone, where it can, from the next frame on.
  func select(_ region: Rect) { state.withLock { $0.region = region } }

  private func look(at sample: SampleBuffer, from connection: CaptureConnection) {
    var frame = Frame(sample)
    let (types, region) = state.withLock { ($0.types.take(), $0.region.take()) }
    let statistics = pipeline.withLock { pipeline in
      if types != nil || region != nil { Self.update(&pipeline, types, region) }
      pipeline.process(&frame)
      return pipeline.statistics[0]
    }
    let (outlet, hadAny) = state.withLock { state in
      state.statistics = statistics
      return (state.outlet, state.hadAny)
    }
    let finds = Finds(objects: frame.metadataObjects, hadAny: hadAny, delivery: delivery)
    let hasAny = outlet?(sample, finds, connection) ?? false
    state.withLock { $0.hadAny = hasAny }
  }

  private static func update(_ pipeline: inout FramePipeline, _ types: Set<MetadataObjectType>?, _ region: Rect?) {
    pipeline.updateProcessors { processor in
      guard var detector = processor as? any MetadataDetector else { return processor }
      if let types { detector = detector.selecting(types) }
      if let region { detector = detector.selecting(region) }
      return detector
    }
  }

  /// What the detector did; the frames that it didn't see are the delivery's.
  var statistics: StageStatistics {
    let stage = state.withLock { $0.statistics }
    return StageStatistics(
      name: stage.name, frameCount: stage.frameCount, failureCount: stage.failureCount,
      droppedCount: delivery.statistics.dropped.total, latency: stage.latency)
  }
}
