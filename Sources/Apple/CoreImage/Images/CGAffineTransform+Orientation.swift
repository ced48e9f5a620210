import CoreVideo
import OpenCaptureMediaSamples

extension CGAffineTransform {
  /// Turns what is in a rectangle, and moves its lower left corner to the origin; y goes up.
  static func orienting(_ extent: CGRect, _ orientation: CGImagePropertyOrientation) -> CGAffineTransform {
    // An image without an extent has no corner, and one that is upright needs no other.
    guard !extent.isEmpty, orientation != .up else { return .identity }
    let turned = CGAffineTransform(orientation.imageOrientation)
    let corner = extent.applying(turned).origin
    return turned.concatenating(CGAffineTransform(translationX: -corner.x, y: -corner.y))
  }

  /// Mirrors and turns about the origin; y goes up.
  init(_ orientation: ImageOrientation) {
    let mirror = CGAffineTransform(scaleX: orientation.isMirrored ? -1 : 1, y: 1)
    let turn =
      switch orientation.quarterTurns {
      case 0: CGAffineTransform.identity
      case 1: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0)
      case 2: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
      default: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
      }
    self = mirror.concatenating(turn)
  }

  /// How it mirrors and turns, however it stretches and moves; nil where what was upright isn't afterwards.
  var orientation: ImageOrientation? {
    ImageOrientation.allCases.first { orientation in
      // What is left when the turn is taken back is a stretch.
      let rest = CGAffineTransform(orientation.inverse).concatenating(self)
      return abs(rest.b) < 1e-9 && abs(rest.c) < 1e-9 && rest.a > 0 && rest.d > 0
    }
  }
}
