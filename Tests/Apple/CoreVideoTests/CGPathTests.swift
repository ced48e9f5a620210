import CoreVideo
import Foundation
import Testing

@Suite("CGPath and CGColor")
struct CGPathTests {
  private let rect = CGRect(x: 10, y: 20, width: 100, height: 50)

  @Test("Rectangles and ellipses contain their points, and have their bounds")
  func shapes() {
    let box = CGPath(rect: rect, transform: nil)
    #expect(box.contains(CGPoint(x: 11, y: 21)) && !box.contains(CGPoint(x: 9, y: 21)))
    #expect(box.boundingBox == rect && box == CGPath(rect: rect, transform: nil))
    let ellipse = CGPath(ellipseIn: rect, transform: nil)
    #expect(ellipse.contains(CGPoint(x: 60, y: 45)) && !ellipse.contains(CGPoint(x: 15, y: 25)))
    let round = CGPath(roundedRect: rect, cornerWidth: 20, cornerHeight: 10, transform: nil)
    #expect(round.contains(CGPoint(x: 20, y: 28)) && !round.contains(CGPoint(x: 12, y: 21)))
    for path in [ellipse, round] {
      let bounds = path.boundingBoxOfPath
      #expect(abs(bounds.minX - 10) < 1e-9 && abs(bounds.maxY - 70) < 1e-9)
    }
    var double = CGAffineTransform(scaleX: 2, y: 2)
    #expect(CGPath(rect: rect, transform: &double).boundingBox == CGRect(x: 20, y: 40, width: 200, height: 100))
    #expect(box.copy(using: &double)?.boundingBox.width == 200)
  }

  @Test("The fill rule decides about points that a path encloses twice")
  func rules() {
    let path = CGMutablePath()
    path.addRects([rect, rect.insetBy(dx: 10, dy: 10)])
    let middle = CGPoint(x: 60, y: 45)
    #expect(path.contains(middle) && !path.contains(middle, using: .evenOdd))
    #expect(path.contains(CGPoint(x: 12, y: 22), using: .evenOdd))
  }

  @Test("Lines and curves follow the current point")
  func steps() {
    let path = CGMutablePath()
    path.addLine(to: CGPoint(x: 1, y: 1))
    #expect(path.isEmpty && path.boundingBox.isNull && path.currentPoint == .zero)
    path.move(to: CGPoint(x: 10, y: 0))
    path.addLine(to: CGPoint(x: 20, y: 0))
    path.addQuadCurve(to: CGPoint(x: 40, y: 0), control: CGPoint(x: 30, y: 20))
    #expect(path.currentPoint == CGPoint(x: 40, y: 0))
    // A parabola reaches half of the height of its control point.
    #expect(abs(path.boundingBoxOfPath.maxY - 10) < 0.1)
    path.addCurve(to: CGPoint(x: 60, y: 0), control1: CGPoint(x: 45, y: -8), control2: CGPoint(x: 55, y: -8))
    #expect(abs(path.boundingBoxOfPath.minY + 6) < 0.1 && path.boundingBox.minY == -8)
    path.closeSubpath()
    #expect(path.currentPoint == CGPoint(x: 10, y: 0))
    let copy = path.copy()
    path.addPath(CGPath(rect: rect, transform: nil), transform: CGAffineTransform(translationX: 0, y: 100))
    #expect(path.boundingBox.maxY == 170 && copy?.boundingBox.maxY != 170)
    #expect(path.mutableCopy() == path)
  }

  @Test("An arc runs in the requested direction")
  func arcs() {
    func end(_ start: CGFloat, _ end: CGFloat, clockwise: Bool) -> CGRect {
      let path = CGMutablePath()
      path.addArc(center: .zero, radius: 10, startAngle: start, endAngle: end, clockwise: clockwise)
      return path.boundingBoxOfPath
    }
    let quarter = CGFloat.pi / 2
    #expect(abs(end(0, quarter, clockwise: false).minX) < 1e-9)
    #expect(abs(end(0, quarter, clockwise: true).minX + 10) < 1e-9)
    #expect(abs(end(0, 2 * .pi, clockwise: true).width - 20) < 1e-9)
    #expect(abs(end(quarter, 0, clockwise: true).minX) < 1e-9)
    let corner = CGMutablePath()
    corner.move(to: .zero)
    corner.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
    #expect(abs(corner.currentPoint.x - 10) < 1e-9 && abs(corner.currentPoint.y - 4) < 1e-9)
    #expect(!corner.contains(CGPoint(x: 9.8, y: 0.2)) && corner.contains(CGPoint(x: 7, y: 1)))
  }

  @Test("Colors have components, an opacity and copies")
  func colors() {
    let color = CGColor(red: 0.25, green: 0.5, blue: 1, alpha: 0.75)
    #expect(color.components == [0.25, 0.5, 1, 0.75] && color.alpha == 0.75 && color.numberOfComponents == 4)
    #expect(color.copy(alpha: 1) == CGColor(red: 0.25, green: 0.5, blue: 1, alpha: 1))
    #expect(CGColor(gray: 0.5, alpha: 1).rgba == [0.5, 0.5, 0.5, 1] && CGColor.white.rgba == [1, 1, 1, 1])
    let space = CGColorSpaceCreateDeviceRGB()
    #expect(CGColor(colorSpace: space, components: [0.25, 0.5, 1, 0.75]) == color)
    #expect(CGColor.clear.alpha == 0 && color != CGColor.black)
  }
}
