import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The place of a QR code's modules in a picture: on a plane or on a curved surface.
protocol QRShape {
  /// The number of modules along a side: 21 to 177, in steps of 4.
  var dimension: Int { get }

  /// The outline of the code without its quiet zone; nil if it encloses no area.
  var corners: Corners? { get }

  /// Returns the map from modules to pixels that is exact in one place; nil if the code has no area.
  func map(at place: Point) -> ProjectiveMap?
}
