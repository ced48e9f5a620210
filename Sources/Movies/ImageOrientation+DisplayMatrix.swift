import COpenCaptureFFmpeg
import Glibc
import OpenCaptureMediaSamples

/// The part of a display matrix that turns: x' = a·x + c·y, y' = b·x + d·y, x to the right and y down.
///
/// QuickTime File Format Specification, "Matrices".
extension ImageOrientation {
  /// The orientation that a matrix stands for, to the nearest quarter turn; nil where it is no turn at all.
  init?(_ matrix: cffmpeg_matrix) {
    let (a, b) = (Double(matrix.a), Double(matrix.b))
    let determinant = a * Double(matrix.d) - b * Double(matrix.c)
    guard determinant != 0 else { return nil }
    // The mirror image of the picture's own x axis is turned in its place.
    let isMirrored = determinant < 0
    let angle = isMirrored ? atan2(-b, -a) : atan2(b, a)
    self.init(quarterTurns: Int((angle / (.pi / 2)).rounded()), isMirrored: isMirrored)
  }

  /// The matrix that turns so, in 1/65536.
  var displayMatrix: cffmpeg_matrix {
    let one: Int32 = 1 << 16
    let (cosine, sine) = [(one, 0), (0, one), (-one, 0), (0, -one)][quarterTurns]
    let mirror: Int32 = isMirrored ? -1 : 1
    return cffmpeg_matrix(a: cosine * mirror, b: sine * mirror, c: -sine, d: cosine)
  }
}
