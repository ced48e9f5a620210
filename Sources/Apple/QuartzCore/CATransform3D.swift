public import CoreVideo
import OpenCaptureOverlay

/// A transform of points in space by a matrix of four rows and columns.
///
/// A point is a row with the components x, y, z and 1, and is multiplied by the matrix on its right. `m34` is the
/// perspective: -1/d for a viewer at the distance d.
public struct CATransform3D: Sendable, Equatable {
  /// The value in row 1, column 1.
  public var m11: CGFloat
  /// The value in row 1, column 2.
  public var m12: CGFloat
  /// The value in row 1, column 3.
  public var m13: CGFloat
  /// The value in row 1, column 4.
  public var m14: CGFloat
  /// The value in row 2, column 1.
  public var m21: CGFloat
  /// The value in row 2, column 2.
  public var m22: CGFloat
  /// The value in row 2, column 3.
  public var m23: CGFloat
  /// The value in row 2, column 4.
  public var m24: CGFloat
  /// The value in row 3, column 1.
  public var m31: CGFloat
  /// The value in row 3, column 2.
  public var m32: CGFloat
  /// The value in row 3, column 3.
  public var m33: CGFloat
  /// The value in row 3, column 4.
  public var m34: CGFloat
  /// The value in row 4, column 1.
  public var m41: CGFloat
  /// The value in row 4, column 2.
  public var m42: CGFloat
  /// The value in row 4, column 3.
  public var m43: CGFloat
  /// The value in row 4, column 4.
  public var m44: CGFloat

  /// Creates a matrix of zeros.
  public init() { self.init([CGFloat](repeating: 0, count: 16)) }

  /// Creates a matrix of its values.
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat, m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat,
    m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat, m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) {
    self.init([m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44])
  }

  /// Creates a matrix of 16 values, row by row.
  fileprivate init(_ values: [CGFloat]) {
    m11 = values[0]
    m12 = values[1]
    m13 = values[2]
    m14 = values[3]
    m21 = values[4]
    m22 = values[5]
    m23 = values[6]
    m24 = values[7]
    m31 = values[8]
    m32 = values[9]
    m33 = values[10]
    m34 = values[11]
    m41 = values[12]
    m42 = values[13]
    m43 = values[14]
    m44 = values[15]
  }

  /// The 16 values, row by row.
  fileprivate var values: [CGFloat] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }

  /// The map of the plane z = 0 to the plane of the viewer.
  var plane: PlaneTransform {
    PlaneTransform(
      x: SIMD3<Double>(Double(m11), Double(m21), Double(m41)),
      y: SIMD3<Double>(Double(m12), Double(m22), Double(m42)),
      w: SIMD3<Double>(Double(m14), Double(m24), Double(m44)))
  }
}

/// The transform that leaves every point unchanged.
public let CATransform3DIdentity = CATransform3DMakeScale(1, 1, 1)

/// Returns whether a transform leaves every point unchanged.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

/// Returns whether two transforms are equal.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

/// Creates a translation.
public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
  CATransform3D([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, tx, ty, tz, 1])
}

/// Creates a scaling.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  CATransform3D([sx, 0, 0, 0, 0, sy, 0, 0, 0, 0, sz, 0, 0, 0, 0, 1])
}

/// Creates a rotation about an axis; the identity if the axis has no length.
///
/// - Parameters:
///   - angle: The angle, in radians. About the z axis, from the x axis towards the y axis.
///   - x: The x component of the axis.
///   - y: The y component of the axis.
///   - z: The z component of the axis.
public func CATransform3DMakeRotation(
  _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  let length = (x * x + y * y + z * z).squareRoot()
  guard length > 0 else { return CATransform3DIdentity }
  let axis = [x / length, y / length, z / length]
  let sine = CGFloat(sin(Double(angle)))
  let cosine = CGFloat(cos(Double(angle)))
  // The cross products of the axis with the unit vectors.
  let crosses: [[CGFloat]] = [[0, axis[2], -axis[1]], [-axis[2], 0, axis[0]], [axis[1], -axis[0], 0]]
  var values = CATransform3DIdentity.values
  for row in 0..<3 {
    for column in 0..<3 {
      let along = axis[row] * axis[column] * (1 - cosine)
      values[row * 4 + column] = along + crosses[row][column] * sine + (row == column ? cosine : 0)
    }
  }
  return CATransform3D(values)
}

/// Returns the transform that translates first, and then applies another.
public func CATransform3DTranslate(
  _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t) }

/// Returns the transform that scales first, and then applies another.
public func CATransform3DScale(
  _ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t) }

/// Returns the transform that rotates first, and then applies another.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t) }

/// Returns the transform that applies `a` first, and then `b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  let left = a.values
  let right = b.values
  var product = [CGFloat](repeating: 0, count: 16)
  for row in 0..<4 {
    for column in 0..<4 {
      for index in 0..<4 { product[row * 4 + column] += left[row * 4 + index] * right[index * 4 + column] }
    }
  }
  return CATransform3D(product)
}

/// Returns the inverse transform, or the transform itself if it has no inverse.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
  // Gauss-Jordan elimination of the matrix, beside which the identity becomes the inverse.
  var rows: [[CGFloat]] = []
  for row in 0..<4 {
    var values = Array(t.values[row * 4..<row * 4 + 4])
    for column in 0..<4 { values.append(column == row ? 1 : 0) }
    rows.append(values)
  }
  for column in 0..<4 {
    let pivot = (column..<4).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
    let divisor = rows[pivot][column]
    guard divisor != 0, divisor.isFinite else { return t }
    rows.swapAt(column, pivot)
    rows[column] = rows[column].map { $0 / divisor }
    for row in 0..<4 where row != column {
      let factor = rows[row][column]
      for index in 0..<8 { rows[row][index] -= factor * rows[column][index] }
    }
  }
  return CATransform3D(rows.flatMap { $0.suffix(4) })
}

/// Creates the transform that applies an affine transform to x and y.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  CATransform3D([m.a, m.b, 0, 0, m.c, m.d, 0, 0, 0, 0, 1, 0, m.tx, m.ty, 0, 1])
}

/// Returns whether a transform changes only x and y, by an affine transform.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
  t == CATransform3DMakeAffineTransform(CATransform3DGetAffineTransform(t))
}

/// Returns the affine part of a transform, which is the whole transform if it is affine.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}
