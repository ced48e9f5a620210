public import OpenCaptureMediaSamples

/// What a face looks like to a classifier of windows.
public enum FaceView: String, Sendable, Hashable, CaseIterable {
  /// Into the camera; asked first, of every place.
  case frontal
  /// Into the camera; asked to confirm.
  case confirmation
  /// Into the camera; asked where the others leave it in doubt.
  case arbitration
  /// To the picture's left. To the right, it is looked for in the mirrored picture.
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

  /// Makes a window.
  public init(x: Int, y: Int, size: Int) { (self.x, self.y, self.size) = (x, y, size) }
}

/// Something that tells which windows of a picture look like a face, and that detector and tracker build on.
///
/// It sees every picture for itself, and keeps nothing from one to the next. Several threads may call it at once.
public protocol FaceEngine: Sendable {
  /// The name of the engine, such as `opencv-haar`.
  var name: String { get }

  /// The version of the library behind it, such as `4.6.0`.
  var version: String { get }

  /// The side of the smallest window that it can judge, in pixels.
  func smallestWindow(for view: FaceView) -> Int

  /// All windows that look like a face, not grouped: around a face there are many.
  ///
  /// - Parameters:
  ///   - picture: In `PixelFormat.grey`, upright.
  ///   - view: What faces should look like.
  ///   - sizes: The sides of windows to look at, in pixels.
  ///   - step: How many times as wide each window is as the one before; above 1.
  /// - Throws: ``FaceError`` where the engine fails; finding nothing is no failure.
  func windows(
    in picture: PixelBuffer, view: FaceView, sizes: ClosedRange<Int>, step: Double
  ) throws(FaceError) -> [CascadeWindow]
}
