public import OpenCaptureMediaSamples

/// The view of a face that a classifier recognizes.
public enum FaceView: String, Sendable, Hashable, CaseIterable {
  /// A frontal face; the first cascade, which scans every place.
  case frontal
  /// A frontal face; the second cascade, for confirmation.
  case confirmation
  /// A frontal face; the third cascade, for doubtful cases.
  case arbitration
  /// A profile facing the picture's left.
  ///
  /// For the other side, the picture is mirrored.
  case profile
}

/// A square window of a picture, in whole pixels.
public struct CascadeWindow: Sendable, Hashable {
  /// The left edge.
  public var x: Int
  /// The top edge.
  public var y: Int
  /// The side.
  public var size: Int

  /// Creates a window.
  public init(x: Int, y: Int, size: Int) {
    self.x = x
    self.y = y
    self.size = size
  }
}

/// A classifier that finds windows that look like a face.
///
/// An engine processes every picture independently and keeps no state. Several threads may call it at the same
/// time.
public protocol FaceEngine: Sendable {
  /// The name of the engine, such as `opencv-haar`.
  var name: String { get }

  /// The version of the underlying library, such as `4.6.0`.
  var version: String { get }

  /// Returns the side of the smallest window that the engine can classify, in pixels.
  func smallestWindow(for view: FaceView) -> Int

  /// Returns all windows that look like a face, not grouped.
  ///
  /// A face has many windows.
  ///
  /// - Parameters:
  ///   - picture: The upright picture, in `PixelFormat.grey`.
  ///   - view: The view of the faces to find.
  ///   - sizes: The range of window sides, in pixels.
  ///   - step: The ratio between consecutive window sides; above 1.
  /// - Throws: ``FaceError`` if the engine fails. A picture without faces is no failure.
  func windows(
    in picture: PixelBuffer, view: FaceView, sizes: ClosedRange<Int>, step: Double
  ) throws(FaceError) -> [CascadeWindow]
}
