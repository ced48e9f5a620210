public import CoreMedia

/// The rectangle of a whole picture, in shares of it.
public let VNNormalizedIdentityRect = CGRect(x: 0, y: 0, width: 1, height: 1)

/// Whether a rectangle is that of a whole picture.
public func VNNormalizedRectIsIdentityRect(_ normalizedRect: CGRect) -> Bool {
  normalizedRect == VNNormalizedIdentityRect
}

/// From shares of a picture to its pixels; y goes up in both.
public func VNImagePointForNormalizedPoint(
  _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
  CGPoint(x: normalizedPoint.x * CGFloat(imageWidth), y: normalizedPoint.y * CGFloat(imageHeight))
}

/// From shares of a region of interest to a picture's pixels; y goes up in both.
///
/// - Parameters:
///   - normalizedPoint: In shares of the region.
///   - imageWidth: The picture's width in pixels.
///   - imageHeight: The picture's height in pixels.
///   - roi: The region, in shares of the picture.
public func VNImagePointForNormalizedPointUsingRegionOfInterest(
  _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
  VNImagePointForNormalizedPoint(
    CGPoint(x: roi.minX + normalizedPoint.x * roi.width, y: roi.minY + normalizedPoint.y * roi.height), imageWidth,
    imageHeight)
}

/// From a picture's pixels to shares of it; y goes up in both.
public func VNNormalizedPointForImagePoint(
  _ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
  CGPoint(x: imagePoint.x / CGFloat(imageWidth), y: imagePoint.y / CGFloat(imageHeight))
}

/// From shares of a picture to its pixels; y goes up in both.
public func VNImageRectForNormalizedRect(
  _ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int
) -> CGRect {
  VNImageRectForNormalizedRectUsingRegionOfInterest(
    normalizedRect, imageWidth, imageHeight, VNNormalizedIdentityRect)
}

/// From shares of a region of interest to a picture's pixels; y goes up in both.
///
/// - Parameters:
///   - normalizedRect: In shares of the region.
///   - imageWidth: The picture's width in pixels.
///   - imageHeight: The picture's height in pixels.
///   - roi: The region, in shares of the picture.
public func VNImageRectForNormalizedRectUsingRegionOfInterest(
  _ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
  let origin = VNImagePointForNormalizedPointUsingRegionOfInterest(
    normalizedRect.origin, imageWidth, imageHeight, roi)
  return CGRect(
    x: origin.x, y: origin.y, width: normalizedRect.size.width * roi.width * CGFloat(imageWidth),
    height: normalizedRect.size.height * roi.height * CGFloat(imageHeight))
}

/// From a picture's pixels to shares of it; y goes up in both.
public func VNNormalizedRectForImageRect(_ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
  let origin = VNNormalizedPointForImagePoint(imageRect.origin, imageWidth, imageHeight)
  return CGRect(
    x: origin.x, y: origin.y, width: imageRect.size.width / CGFloat(imageWidth),
    height: imageRect.size.height / CGFloat(imageHeight))
}
