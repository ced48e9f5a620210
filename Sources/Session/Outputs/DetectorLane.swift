import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import OpenCaptureSystem

/// One detector of a metadata output, what it is to look for, and whether it found anything the last time.
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
  /// - Parameter outlet: Takes what was found, and whether anything was reported the last time; returns whether anything is.
  init(
    _ detector: any FrameProcessor, onFailure: @escaping @Sendable (StageFailure) -> Void,
    outlet: @escaping @Sendable (DetachedWorker.Outcome, _ hadAny: Bool) -> Bool
  ) {
    let (wishes, hadAny) = (Locked(Wishes()), Locked(false))
    self.wishes = wishes
    worker = DetachedWorker(detector, onFailure: onFailure) { pipeline in
      let (types, region) = wishes.withLock { ($0.types.take(), $0.region.take()) }
      if types != nil || region != nil { Self.update(&pipeline, types, region) }
    } onResult: { result in
      let hasAny = outlet(result, hadAny.withLock { $0 })
      hadAny.withLock { $0 = hasAny }
    }
  }

  /// Asks the detector to look for these types alone, where it can, from the next frame on.
  func select(_ types: Set<MetadataObjectType>) { wishes.withLock { $0.types = types } }

  /// Asks the detector to look in a part of the picture alone, where it can, from the next frame on.
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
