import Foundation
import OpenCaptureMediaSamples
import CoreVideo

// Transforms of a movie's pictures, x to the right and y down, are one of the eight turns and flips here.

extension ImageOrientation {
  /// The nearest that a transform is; upright where it is none.
  init(_ transform: CGAffineTransform) {
    let (a, b, c, d) = (
      Double(transform.a), Double(transform.b), Double(transform.c), Double(transform.d)
    )
    let determinant = a * d - b * c
    guard determinant.isFinite, determinant != 0 else {
      self = .up
      return
    }
    // The mirror image of the picture's own x axis is turned in its place.
    let isMirrored = determinant < 0
    let angle = isMirrored ? atan2(-b, -a) : atan2(b, a)
    self.init(quarterTurns: Int((angle / (.pi / 2)).rounded()), isMirrored: isMirrored)
  }
}

extension CGAffineTransform {
  /// What makes a stored picture upright, its upper left corner at zero.
  init(_ orientation: ImageOrientation, of stored: VideoDimensions) {
    let (width, height) = (CGFloat(stored.width), CGFloat(stored.height))
    let mirror =
      orientation.isMirrored ? CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0) : .identity
    let turn: CGAffineTransform =
      switch orientation.quarterTurns {
      case 0: .identity
      case 1: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
      case 2: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
      default: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
      }
    self = mirror.concatenating(turn)
  }
}
