/// Width and height of a picture in whole pixels (`CMVideoDimensions`).
public struct VideoDimensions: Sendable, Hashable {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// Makes dimensions of `width` by `height` pixels.
  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// Returns the size in square pixels of a picture with other pixels: the same height, and the width at which it is shown.
  ///
  /// - Parameter aspectRatio: The width of a pixel divided by its height. A ratio beyond 8 to 1 counts as square.
  package func inSquarePixels(_ aspectRatio: Double) -> VideoDimensions {
    guard (0.125...8).contains(aspectRatio) else { return self }
    return VideoDimensions(width: max(1, Int((Double(width) * aspectRatio).rounded())), height: height)
  }

  /// The dimensions after a picture with this orientation is turned upright.
  public func upright(_ orientation: ImageOrientation) -> Self {
    orientation.swapsAxes ? Self(width: height, height: width) : self
  }

  /// How many pixels that are; the most that an integer holds where there would be more: files say anything.
  package var pixelCount: Int {
    let (product, isTooLarge) = width.multipliedReportingOverflow(by: height)
    return isTooLarge ? Int.max : product
  }

  /// The dimensions as a size.
  public var size: Size { Size(width: Double(width), height: Double(height)) }
}

extension VideoDimensions: CustomStringConvertible {
  /// Such as `1920×1080`.
  public var description: String { "\(width)×\(height)" }
}
