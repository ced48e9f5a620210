import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import OpenCaptureSystem

/// The detectors of a metadata output, each with its own thread, whose detections a ``DetectionCombiner`` combines.
final class DetectorGroup: SampleReceiver {
  /// A function that runs a closure on a queue and waits for it, or skips it if the detections have been discarded.
  typealias Performer = (DispatchQueue, () -> Void) -> Void

  let lanes: [DetectorWorker]
  private let join: Locked<DetectionCombiner>

  /// Creates the workers of the detectors.
  ///
  /// - Parameter onReport: Called with each report on the thread of a detector, which it blocks.
  init(
    _ detectors: [any FrameProcessor], onFailure: @escaping @Sendable (StageFailure) -> Void,
    onReport: @escaping @Sendable (DetectionCombiner.Report, Performer) -> Void
  ) {
    let join = Locked(DetectionCombiner(detectorCount: detectors.count))
    self.join = join
    lanes = detectors.enumerated().map { index, detector in
      DetectorWorker(
        detector, onFailure: onFailure, onBegin: { time in join.withLock { $0.begin(index, at: time) } },
        onEnd: {
          // After the last sample, only a call of `discard` can make the report obsolete.
          guard let report = join.withLock({ $0.end(index) }) else { return }
          onReport(report) { queue, body in queue.sync(execute: body) }
        },
        onResult: { result in
          let origin = DetectionCombiner.Origin(
            time: result.frame.presentationTimeStamp, connection: result.connection)
          let reports = join.withLock { $0.finish(index, result.frame.metadataObjects, in: origin) }
          for report in reports { onReport(report) { queue, body in result.perform(on: queue, body) } }
        })
    }
  }

  func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool) {
    join.withLock { $0.arrive(at: sampleBuffer.presentationTimeStamp) }
    for lane in lanes { lane.worker.receive(sampleBuffer, from: connection, canWait: canWait) }
  }

  /// Does nothing, because detectors do not process every frame anyway.
  func receive(_ dropped: DroppedFrame, from connection: CaptureConnection) {}

  func finish(_ connection: CaptureConnection) { for lane in lanes { lane.worker.finish(connection) } }

  func discard(from connections: [CaptureConnection]) {
    for lane in lanes { lane.worker.discard(from: connections) }
    if !connections.isEmpty { join.withLock { $0.forget() } }
  }

  func end(_ error: CaptureError?) { for lane in lanes { lane.worker.end(error) } }
}

/// A detector of a metadata output and its requested types and region.
final class DetectorWorker: Sendable {
  private struct Selection: Lockable {
    /// The types to detect from the next frame on; nil for no change.
    var types: Set<MetadataObjectType>?
    /// The region to search from the next frame on; nil for no change.
    var region: Rect?
  }

  let worker: DetachedWorker
  private let selection: Locked<Selection>

  /// Creates a worker for a detector; `onBegin` receives the time of each frame before the detector processes it.
  init(
    _ detector: any FrameProcessor, onFailure: @escaping @Sendable (StageFailure) -> Void,
    onBegin: @escaping @Sendable (MediaTime) -> Void, onEnd: @escaping @Sendable () -> Void,
    onResult: @escaping @Sendable (DetachedWorker.Outcome) -> Void
  ) {
    let selection = Locked(Selection())
    self.selection = selection
    worker = DetachedWorker(
      detector, onFailure: onFailure,
      willProcess: { pipeline, sample in
        let (types, region) = selection.withLock { ($0.types.take(), $0.region.take()) }
        if types != nil || region != nil {
          pipeline.updateProcessors { processor in
            guard var detector = processor as? any MetadataDetector else { return processor }
            if let types { detector = detector.selecting(types) }
            if let region { detector = detector.selecting(region) }
            return detector
          }
        }
        onBegin(sample.presentationTimeStamp)
      }, onEnd: onEnd, onResult: onResult)
  }

  /// Restricts the detector to the given types from the next frame on, if it supports that.
  func select(_ types: Set<MetadataObjectType>) { selection.withLock { $0.types = types } }

  /// Restricts the detector to objects that touch the given region from the next frame on, if it supports that.
  func select(_ region: Rect) { selection.withLock { $0.region = region } }
}
