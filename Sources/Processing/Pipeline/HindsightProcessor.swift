public import OpenCaptureMetadata

/// A processor that finds out more about frames that it had before.
///
/// What follows things is sure of them some frames after they came into view. A ``FramePipeline`` goes on without them;
/// a ``DelayedPipeline`` waits.
public protocol HindsightProcessor: FrameProcessor {
  /// How many frames back it may know more; 0 where it doesn't.
  var hindsight: Int { get }

  /// What it found out with the last frame about those before; each is told once.
  mutating func takeLateObjects() -> [LateObject]
}

/// A metadata object of a frame that has gone by.
public struct LateObject: Sendable {
  /// How many frames ago that was: 1 is the frame before the last.
  public var framesAgo: Int
  /// What was found in it.
  public var object: any MetadataObject

  /// Makes one.
  public init(framesAgo: Int, object: any MetadataObject) {
    (self.framesAgo, self.object) = (framesAgo, object)
  }
}
