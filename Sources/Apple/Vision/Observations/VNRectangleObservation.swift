public import CoreMedia

/// Something with four corners.
public class VNRectangleObservation: VNDetectedObjectObservation, @unchecked Sendable {
  /// Where its own upper left corner is, in the coordinates of its bounding box.
  public let topLeft: CGPoint
  /// Where its own upper right corner is.
  public let topRight: CGPoint
  /// Where its own lower left corner is.
  public let bottomLeft: CGPoint
  /// Where its own lower right corner is.
  public let bottomRight: CGPoint

  init(topLeft: CGPoint, topRight: CGPoint, bottomRight: CGPoint, bottomLeft: CGPoint) {
    (self.topLeft, self.topRight) = (topLeft, topRight)
    (self.bottomLeft, self.bottomRight) = (bottomLeft, bottomRight)
    let corners = [topLeft, topRight, bottomRight, bottomLeft]
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (left, bottom) = (xs.min() ?? 0, ys.min() ?? 0)
    super.init(
      boundingBox: CGRect(
        x: left, y: bottom, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - bottom))
  }
}
