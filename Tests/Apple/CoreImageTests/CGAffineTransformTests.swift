import CoreImage
import Testing

@Suite("CGAffineTransform")
struct CGAffineTransformTests {
  @Test("Concatenation applies both transforms in order, and the inverse undoes them")
  func composing() {
    let first = CGAffineTransform(a: 1, b: 2, c: -3, d: 0.5, tx: 7, ty: -1)
    let second = CGAffineTransform(rotationAngle: 0.7).translatedBy(x: 3, y: 4).scaledBy(x: 2, y: -1)
    let point = CGPoint(x: 11, y: -5)
    let both = point.applying(first.concatenating(second))
    let steps = point.applying(first).applying(second)
    #expect(abs(both.x - steps.x) < 1e-9 && abs(both.y - steps.y) < 1e-9)
    let back = steps.applying(second.inverted()).applying(first.inverted())
    #expect(abs(back.x - 11) < 1e-9 && abs(back.y + 5) < 1e-9)
  }

  @Test("Modifiers apply before the transform: a rotated translation rotates first")
  func order() {
    let turned = CGAffineTransform(translationX: 10, y: 0).rotated(by: .pi / 2)
    let point = CGPoint(x: 1, y: 0).applying(turned)
    #expect(abs(point.x - 10) < 1e-9 && abs(point.y - 1) < 1e-9)
  }

  @Test("A transformed rectangle is the bounding box of its corners")
  func rectangles() {
    let rect = CGRect(x: 0, y: 0, width: 2, height: 1).applying(
      CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 5, ty: 0))
    #expect(rect == CGRect(x: 4, y: 0, width: 1, height: 2))
    #expect(CGAffineTransform.identity.isIdentity && !CGAffineTransform(scaleX: 2, y: 1).isIdentity)
  }
}
