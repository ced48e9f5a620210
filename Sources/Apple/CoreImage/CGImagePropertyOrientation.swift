public import CoreVideo
package import OpenCaptureMediaSamples

/// The rotation that makes a stored image upright, as an EXIF orientation.
public enum CGImagePropertyOrientation: UInt32, Sendable, Hashable, CaseIterable {
  /// The image is upright.
  case up = 1
  /// Mirror left to right.
  case upMirrored = 2
  /// Rotate by 180°.
  case down = 3
  /// Mirror top to bottom.
  case downMirrored = 4
  /// Mirror left to right, then rotate by 90° counter-clockwise.
  case leftMirrored = 5
  /// Rotate by 90° clockwise.
  case right = 6
  /// Mirror left to right, then rotate by 90° clockwise.
  case rightMirrored = 7
  /// Rotate by 90° counter-clockwise.
  case left = 8

  /// The equivalent orientation of OpenCapture.
  package var imageOrientation: ImageOrientation { ImageOrientation(rawValue: UInt8(rawValue)) ?? .up }

  /// Creates the equivalent of an OpenCapture orientation.
  package init(_ orientation: ImageOrientation) { self = Self(rawValue: UInt32(orientation.rawValue)) ?? .up }
}

/// The key of the orientation in the properties of an image: an EXIF orientation, 1 to 8.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// The key of the width in the properties of an image, in pixels.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The key of the height in the properties of an image, in pixels.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The key of the quality in the options for a file, 0 to 1.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"

extension CGAffineTransform {
  /// Returns the transform that rotates a rectangle and moves its lower left corner to the origin.
  ///
  /// The y axis points up.
  static func orienting(_ extent: CGRect, _ orientation: CGImagePropertyOrientation) -> CGAffineTransform {
    // An empty image has no corner, and an upright image keeps its position.
    guard !extent.isEmpty, orientation != .up else { return .identity }
    let rotation = CGAffineTransform(orientation.imageOrientation)
    let corner = extent.applying(rotation).origin
    return rotation.concatenating(CGAffineTransform(translationX: -corner.x, y: -corner.y))
  }

  /// Creates the transform that mirrors and rotates about the origin; the y axis points up.
  init(_ orientation: ImageOrientation) {
    let mirror = CGAffineTransform(scaleX: orientation.isMirrored ? -1 : 1, y: 1)
    let rotation =
      switch orientation.quarterTurns {
      case 0: CGAffineTransform.identity
      case 1: CGAffineTransform(b: -1, c: 1)
      case 2: CGAffineTransform(a: -1, d: -1)
      default: CGAffineTransform(b: 1, c: -1)
      }
    self = mirror.concatenating(rotation)
  }

  /// The orientation of a transform that mirrors, rotates by quarter turns, scales and translates; nil for other
  /// transforms.
  var orientation: ImageOrientation? {
    ImageOrientation.allCases.first { orientation in
      // The remainder after the inverse rotation must be a scaling.
      let remainder = CGAffineTransform(orientation.inverse).concatenating(self)
      return abs(remainder.b) < 1e-9 && abs(remainder.c) < 1e-9 && remainder.a > 0 && remainder.d > 0
    }
  }
}
