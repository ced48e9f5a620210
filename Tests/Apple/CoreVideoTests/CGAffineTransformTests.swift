import CoreVideo
import Foundation
import Testing

@Suite("CGAffineTransform")
struct CGAffineTransformTests {
  private let all: [CGAffineTransform] = [
    .identity, CGAffineTransform(translationX: 3, y: -4), CGAffineTransform(scaleX: 2, y: 0.5),
    CGAffineTransform(rotationAngle: 1), CGAffineTransform(a: 1, b: 2, c: -3, d: 4, tx: 5, ty: 6),
  ]

  @Test("Concatenation applies both transforms in order")
  func concatenation() {
    let point = CGPoint(x: 7, y: 11)
    for first in all {
      for second in all {
        let concatenated = point.applying(first.concatenating(second))
        let sequential = point.applying(first).applying(second)
        #expect(abs(concatenated.x - sequential.x) < 1e-9)
        #expect(abs(concatenated.y - sequential.y) < 1e-9)
      }
    }
    #expect(CGAffineTransform.identity.translatedBy(x: 1, y: 2).scaledBy(x: 2, y: 2).tx == 1)
  }

  @Test("The inverse undoes the transform, if it exists")
  func inverse() {
    for transform in all {
      let point = CGPoint(x: 7, y: 11).applying(transform).applying(transform.inverted())
      #expect(abs(point.x - 7) < 1e-9 && abs(point.y - 11) < 1e-9)
    }
    #expect(CGAffineTransform().inverted() == CGAffineTransform())
  }

  @Test("A quarter turn maps x to y, and transforms rectangles and sizes")
  func turn() {
    let turn = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    #expect(CGPoint(x: 1, y: 0).applying(turn) == CGPoint(x: 0, y: 1))
    #expect(CGSize(width: 3, height: 2).applying(turn) == CGSize(width: -2, height: 3))
    #expect(
      CGRect(x: 1, y: 1, width: 3, height: 2).applying(turn) == CGRect(x: -3, y: 1, width: 2, height: 3))
    #expect(abs(CGAffineTransform(rotationAngle: .pi / 2).b - 1) < 1e-15)
    #expect(CGAffineTransform.identity.isIdentity && !turn.isIdentity)
    #expect(CGAffineTransform.identity.rotated(by: .pi / 2).c == -1)
  }
}
