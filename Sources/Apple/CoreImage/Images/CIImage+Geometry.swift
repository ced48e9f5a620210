public import CoreVideo

extension CIImage {
  /// The image, moved, scaled, turned or skewed.
  public func transformed(by matrix: CGAffineTransform) -> CIImage {
    CIImage(recipe.transformed(by: matrix), properties: properties)
  }

  /// As ``transformed(by:)``.
  ///
  /// - Parameters:
  ///   - matrix: What is done to places.
  ///   - highQualityDownsample: Without effect: each pixel of a smaller image is the mean of those that it stands for.
  public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
    transformed(by: matrix)
  }

  /// The part of the image that is in a rectangle; where it is, it stays.
  public func cropped(to rect: CGRect) -> CIImage { CIImage(recipe.cropped(to: rect), properties: properties) }

  /// The image as it is seen where its pixels are stored in an orientation; turned, its lower left corner is at the origin.
  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    transformed(by: orientationTransform(for: orientation))
  }

  /// The image as it is seen where its pixels are stored in an orientation of EXIF's, 1 to 8; for another number, as it is.
  public func oriented(forExifOrientation orientation: Int32) -> CIImage {
    transformed(by: orientationTransform(forExifOrientation: orientation))
  }

  /// What ``oriented(_:)`` does to places.
  public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
    .orienting(extent, orientation)
  }

  /// What ``oriented(forExifOrientation:)`` does to places.
  public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
    guard let orientation = UInt32(exactly: orientation).flatMap(CGImagePropertyOrientation.init(rawValue:)) else {
      return .identity
    }
    return orientationTransform(for: orientation)
  }
}
