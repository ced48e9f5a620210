/// The width and height of a picture in whole pixels (`CMVideoDimensions`).
public struct VideoDimensions: Sendable, Hashable {
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int

  /// Makes dimensions of `width` by `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Returns the displayed size in square pixels of a picture whose pixels are not square; the height is kept.
  ///
  /// - Parameter aspectRatio: The width of a pixel relative to its height. Beyond 8 to 1, pixels count as square.
  package func inSquarePixels(_ aspectRatio: Double) -> VideoDimensions {
    guard (0.125...8).contains(aspectRatio) else { return self }
    return VideoDimensions(width: max(1, Int((Double(width) * aspectRatio).rounded())), height: height)
  }

  /// Returns the dimensions after a picture with this orientation is rotated upright.
  public func upright(_ orientation: ImageOrientation) -> Self {
    orientation.swapsAxes ? Self(width: height, height: width) : self
  }

  /// The number of pixels, clamped to the largest integer because files can declare any size.
  package var pixelCount: Int {
    let (product, isTooLarge) = width.multipliedReportingOverflow(by: height)
    return isTooLarge ? Int.max : product
  }

  /// The dimensions as a size.
  public var size: Size { Size(width: Double(width), height: Double(height)) }
}

extension VideoDimensions: CustomStringConvertible {
  /// A text such as `1920×1080`.
  public var description: String { "\(width)×\(height)" }
}
