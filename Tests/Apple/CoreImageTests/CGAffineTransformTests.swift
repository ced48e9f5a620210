import CoreImage
import Testing

@Suite("CGAffineTransform")
struct CGAffineTransformTests {
  @Test("One after the other is what both do to a point, and the inverse takes it back")
  func composing() {
    let first = CGAffineTransform(a: 1, b: 2, c: -3, d: 0.5, tx: 7, ty: -1)
    let second = CGAffineTransform(rotationAngle: 0.7).translatedBy(x: 3, y: 4).scaledBy(x: 2, y: -1)
    let point = CGPoint(x: 11, y: -5)
    let (both, steps) = (point.applying(first.concatenating(second)), point.applying(first).applying(second))
    #expect(abs(both.x - steps.x) < 1e-9 && abs(both.y - steps.y) < 1e-9)
    let back = steps.applying(second.inverted()).applying(first.inverted())
    #expect(abs(back.x - 11) < 1e-9 && abs(back.y + 5) < 1e-9)
  }

  @Test("What is said first is done last: a moved turn turns first")
  func order() {
    let turned = CGAffineTransform(translationX: 10, y: 0).rotated(by: .pi / 2)
    let point = CGPoint(x: 1, y: 0).applying(turned)
    #expect(abs(point.x - 10) < 1e-9 && abs(point.y - 1) < 1e-9)
  }

  @Test("A rectangle becomes the one around its corners")
  func rectangles() {
    let rect = CGRect(x: 0, y: 0, width: 2, height: 1).applying(
      CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 5, ty: 0))
    #expect(rect == CGRect(x: 4, y: 0, width: 1, height: 2))
    #expect(CGAffineTransform.identity.isIdentity && !CGAffineTransform(scaleX: 2, y: 1).isIdentity)
  }
}
