import QuartzCore
import Testing

@Suite("CATransform3D")
struct CATransform3DTests {
  private let identity = CATransform3DIdentity

  /// Returns the 16 values, row by row.
  private func values(_ t: CATransform3D) -> [CGFloat] {
    [
      t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43,
      t.m44,
    ]
  }

  private func isClose(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
    zip(values(a), values(b)).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test("Translations and scalings have their values in the rows of Core Animation")
  func making() {
    #expect(values(identity) == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    let translation = CATransform3DMakeTranslation(2, 3, 4)
    #expect(values(translation) == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 3, 4, 1])
    #expect(values(CATransform3DMakeScale(2, 3, 4)) == [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1])
    #expect(values(CATransform3D()) == [CGFloat](repeating: 0, count: 16))
    #expect(CATransform3DIsIdentity(CATransform3DMakeTranslation(0, 0, 0)) && !CATransform3DIsIdentity(translation))
    #expect(CATransform3DEqualToTransform(translation, CATransform3DMakeTranslation(2, 3, 4)))
    #expect(!CATransform3DEqualToTransform(translation, identity))
  }

  @Test("Quarter turns about the axes map each axis to the next")
  func rotations() {
    let quarter = CGFloat.pi / 2
    let x = CATransform3DMakeRotation(quarter, 1, 0, 0)
    #expect(abs(x.m23 - 1) < 1e-12 && abs(x.m32 + 1) < 1e-12 && abs(x.m22) < 1e-12 && x.m11 == 1)
    let y = CATransform3DMakeRotation(quarter, 0, 5, 0)
    #expect(abs(y.m13 + 1) < 1e-12 && abs(y.m31 - 1) < 1e-12 && abs(y.m11) < 1e-12 && y.m22 == 1)
    let z = CATransform3DMakeRotation(quarter, 0, 0, 0.1)
    #expect(abs(z.m12 - 1) < 1e-12 && abs(z.m21 + 1) < 1e-12 && abs(z.m11) < 1e-12 && abs(z.m33 - 1) < 1e-12)
    // A third of a turn about the diagonal exchanges the axes.
    let diagonal = CATransform3DMakeRotation(2 * .pi / 3, 1, 1, 1)
    #expect(abs(diagonal.m12 - 1) < 1e-9 && abs(diagonal.m23 - 1) < 1e-9 && abs(diagonal.m31 - 1) < 1e-9)
    #expect(CATransform3DMakeRotation(1, 0, 0, 0) == identity)
  }

  @Test("Concatenation applies the first transform first; the other functions apply theirs before the given one")
  func concatenation() {
    let translation = CATransform3DMakeTranslation(10, 20, 30)
    let scale = CATransform3DMakeScale(2, 3, 4)
    let both = CATransform3DConcat(translation, scale)
    #expect(both.m41 == 20 && both.m42 == 60 && both.m43 == 120 && both.m11 == 2)
    #expect(CATransform3DConcat(scale, translation).m41 == 10)
    #expect(CATransform3DTranslate(scale, 10, 20, 30) == both)
    #expect(CATransform3DScale(translation, 2, 3, 4) == CATransform3DConcat(scale, translation))
    let turn = CATransform3DMakeRotation(0.5, 0, 1, 0)
    #expect(CATransform3DRotate(translation, 0.5, 0, 1, 0) == CATransform3DConcat(turn, translation))
    // Perspective after a rotation: m14 is −sin(angle)·m34 of the perspective.
    var perspective = identity
    perspective.m34 = -1 / 1000
    let seen = CATransform3DConcat(turn, perspective)
    #expect(abs(seen.m14 - 0.000_479_425_538_604) < 1e-12)
  }

  @Test("The inverse undoes a transform, also in perspective; a singular transform is returned")
  func inverse() {
    var transform = CATransform3DMakeRotation(0.7, 1, 2, 3)
    transform = CATransform3DTranslate(transform, 4, -5, 6)
    transform.m34 = -1 / 500
    #expect(isClose(CATransform3DConcat(transform, CATransform3DInvert(transform)), identity))
    #expect(isClose(CATransform3DConcat(CATransform3DInvert(transform), transform), identity))
    let flat = CATransform3DMakeScale(1, 0, 1)
    #expect(CATransform3DInvert(flat) == flat)
  }

  @Test("An affine transform is converted both ways")
  func affine() {
    let affine = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let transform = CATransform3DMakeAffineTransform(affine)
    #expect(values(transform) == [1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 1, 0, 5, 6, 0, 1])
    #expect(CATransform3DIsAffine(transform) && CATransform3DGetAffineTransform(transform) == affine)
    #expect(!CATransform3DIsAffine(CATransform3DMakeTranslation(0, 0, 1)))
  }
}
