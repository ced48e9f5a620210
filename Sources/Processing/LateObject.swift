public import OpenCaptureMetadata

/// A metadata object of a frame that has gone by.
public struct LateObject: Sendable {
  /// How many frames ago that was: 1 is the frame before the one that was worked on last, and at the end the last.
  public var framesAgo: Int
  /// What was found in it.
  public var object: any MetadataObject

  /// Makes one.
  public init(framesAgo: Int, object: any MetadataObject) {
    (self.framesAgo, self.object) = (framesAgo, object)
  }
}
