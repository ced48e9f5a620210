import CoreVideo
import OpenCaptureMediaSamples

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
