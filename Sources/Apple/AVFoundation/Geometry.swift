import CoreVideo
import OpenCaptureMediaSamples

// The transform of a movie's images, with x to the right and y down, is one of eight orientations.

extension ImageOrientation {
  /// Creates the orientation nearest to a transform; upright if the transform is singular.
  init(_ transform: CGAffineTransform) {
    let a = Double(transform.a)
    let b = Double(transform.b)
    let c = Double(transform.c)
    let d = Double(transform.d)
    let determinant = a * d - b * c
    guard determinant.isFinite, determinant != 0 else {
      self = .up
      return
    }
    // For a mirrored image, the angle is that of the mirrored x axis.
    let isMirrored = determinant < 0
    let angle = isMirrored ? atan2(-b, -a) : atan2(b, a)
    self.init(quarterTurns: Int((angle / (.pi / 2)).rounded()), isMirrored: isMirrored)
  }
}

extension CGAffineTransform {
  /// Creates the transform that makes a stored image upright, with its upper left corner at zero.
  init(_ orientation: ImageOrientation, of stored: VideoDimensions) {
    let width = CGFloat(stored.width)
    let height = CGFloat(stored.height)
    let mirror =
      orientation.isMirrored ? CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0) : .identity
    let rotation: CGAffineTransform =
      switch orientation.quarterTurns {
      case 0: .identity
      case 1: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
      case 2: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
      default: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
      }
    self = mirror.concatenating(rotation)
  }
}
