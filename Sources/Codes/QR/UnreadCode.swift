import OpenCaptureMetadata

/// A QR code that was located and sampled but not decoded.
struct UnreadCode: Sendable, Hashable {
  /// The corners, which start at the code's own top left.
  var corners: Corners
  var grid: ModuleGrid
  /// The agreement of the lattice with the picture, from -1 to 1.
  var agreement: Double

  /// Returns the code in other coordinates.
  func transformed(by transform: PictureTransform) -> Self {
    var copy = self
    copy.corners = transform.apply(corners)
    return copy
  }

  /// The agreement from which a code is still in the place of an earlier frame.
  static let leastAgreement = 0.25
}
