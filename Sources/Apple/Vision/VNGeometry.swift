public import CoreMedia

/// The rectangle of the whole image, in normalized coordinates.
public let VNNormalizedIdentityRect = CGRect(x: 0, y: 0, width: 1, height: 1)

/// Returns whether a rectangle is that of the whole image.
public func VNNormalizedRectIsIdentityRect(_ normalizedRect: CGRect) -> Bool {
  normalizedRect == VNNormalizedIdentityRect
}

/// Converts a point from normalized coordinates to pixels; y points up in both.
public func VNImagePointForNormalizedPoint(
  _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
  CGPoint(x: normalizedPoint.x * CGFloat(imageWidth), y: normalizedPoint.y * CGFloat(imageHeight))
}

/// Converts a point from coordinates of a region of interest to pixels of the image; y points up in both.
///
/// - Parameters:
///   - normalizedPoint: The point, in fractions of the region.
///   - imageWidth: The width of the image, in pixels.
///   - imageHeight: The height of the image, in pixels.
///   - roi: The region, in fractions of the image.
public func VNImagePointForNormalizedPointUsingRegionOfInterest(
  _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
  VNImagePointForNormalizedPoint(
    CGPoint(x: roi.minX + normalizedPoint.x * roi.width, y: roi.minY + normalizedPoint.y * roi.height), imageWidth,
    imageHeight)
}

/// Converts a point from pixels to normalized coordinates; y points up in both.
public func VNNormalizedPointForImagePoint(
  _ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
  CGPoint(x: imagePoint.x / CGFloat(imageWidth), y: imagePoint.y / CGFloat(imageHeight))
}

/// Converts a rectangle from normalized coordinates to pixels; y points up in both.
public func VNImageRectForNormalizedRect(
  _ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int
) -> CGRect {
  VNImageRectForNormalizedRectUsingRegionOfInterest(
    normalizedRect, imageWidth, imageHeight, VNNormalizedIdentityRect)
}

/// Converts a rectangle from coordinates of a region of interest to pixels of the image; y points up in both.
///
/// - Parameters:
///   - normalizedRect: The rectangle, in fractions of the region.
///   - imageWidth: The width of the image, in pixels.
///   - imageHeight: The height of the image, in pixels.
///   - roi: The region, in fractions of the image.
public func VNImageRectForNormalizedRectUsingRegionOfInterest(
  _ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
  let origin = VNImagePointForNormalizedPointUsingRegionOfInterest(
    normalizedRect.origin, imageWidth, imageHeight, roi)
  return CGRect(
    x: origin.x, y: origin.y, width: normalizedRect.size.width * roi.width * CGFloat(imageWidth),
    height: normalizedRect.size.height * roi.height * CGFloat(imageHeight))
}

/// Converts a rectangle from pixels to normalized coordinates; y points up in both.
public func VNNormalizedRectForImageRect(_ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
  let origin = VNNormalizedPointForImagePoint(imageRect.origin, imageWidth, imageHeight)
  return CGRect(
    x: origin.x, y: origin.y, width: imageRect.size.width / CGFloat(imageWidth),
    height: imageRect.size.height / CGFloat(imageHeight))
}
