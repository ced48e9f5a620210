import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import OpenCaptureSystem

/// One detector of a metadata output, and what it is to look for.
final class DetectorLane: Sendable {
  private struct Wishes: Lockable {
    /// What the detector is to look for from the next frame on; nil where that doesn't change.
    var types: Set<MetadataObjectType>?
    /// Where the detector is to look from the next frame on; nil where that doesn't change.
    var region: Rect?
  }

  let worker: DetachedWorker
  private let wishes: Locked<Wishes>

  /// Makes a lane.
  ///
  /// - Parameters:
  ///   - onBegin: Told the time of each frame that the detector is about to look at.
  ///   - onEnd: Told of the end of the stream.
  ///   - onResult: Takes what became of each frame.
  init(
    _ detector: any FrameProcessor, onFailure: @escaping @Sendable (StageFailure) -> Void,
    onBegin: @escaping @Sendable (MediaTime) -> Void, onEnd: @escaping @Sendable () -> Void,
    onResult: @escaping @Sendable (DetachedWorker.Outcome) -> Void
  ) {
    let wishes = Locked(Wishes())
    self.wishes = wishes
    worker = DetachedWorker(
      detector, onFailure: onFailure,
      willWork: { pipeline, sample in
        let (types, region) = wishes.withLock { ($0.types.take(), $0.region.take()) }
        if types != nil || region != nil { Self.update(&pipeline, types, region) }
        onBegin(sample.presentationTimeStamp)
      }, onEnd: onEnd, onResult: onResult)
  }

  /// Asks the detector to look for these types alone, where it can, from the next frame on.
  func select(_ types: Set<MetadataObjectType>) { wishes.withLock { $0.types = types } }

  /// Asks the detector to look for what touches a part of the picture alone, where it can, from the next frame on.
  func select(_ region: Rect) { wishes.withLock { $0.region = region } }

  private static func update(_ pipeline: inout FramePipeline, _ types: Set<MetadataObjectType>?, _ region: Rect?) {
    pipeline.updateProcessors { processor in
      guard var detector = processor as? any MetadataDetector else { return processor }
      if let types { detector = detector.selecting(types) }
      if let region { detector = detector.selecting(region) }
      return detector
    }
  }
}
