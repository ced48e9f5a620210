import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureOverlay
import QuartzCore
import Testing

@Suite("CALayer")
struct CALayerTests {
  private func layer(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    return layer
  }

  private func isClose(_ a: CGPoint, _ b: CGPoint) -> Bool { abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9 }

  @Test("A frame sets position and bounds, and follows them and the anchor point")
  func frame() {
    let layer = layer(10, 20, 100, 50)
    #expect(layer.position == CGPoint(x: 60, y: 45) && layer.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
    layer.anchorPoint = .zero
    #expect(layer.frame == CGRect(x: 60, y: 45, width: 100, height: 50))
    layer.position = CGPoint(x: 1, y: 2)
    layer.bounds = CGRect(x: 7, y: 8, width: 30, height: 40)
    #expect(layer.frame == CGRect(x: 1, y: 2, width: 30, height: 40))
    layer.frame = CGRect(x: 5, y: 6, width: 10, height: 10)
    #expect(layer.position == CGPoint(x: 5, y: 6) && layer.bounds == CGRect(x: 7, y: 8, width: 10, height: 10))
  }

  @Test("The frame of a transformed layer is the rectangle around it")
  func transformedFrame() {
    let layer = layer(0, 0, 100, 50)
    layer.transform = CATransform3DMakeScale(2, 2, 1)
    #expect(layer.frame == CGRect(x: -50, y: -25, width: 200, height: 100))
    layer.frame = CGRect(x: 0, y: 0, width: 80, height: 60)
    #expect(layer.bounds.size == CGSize(width: 40, height: 30) && layer.position == CGPoint(x: 40, y: 30))
    layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
    let frame = layer.frame
    #expect(isClose(frame.origin, CGPoint(x: 25, y: 10)) && abs(frame.width - 30) < 1e-9)
    #expect(abs(layer.affineTransform().b - 1) < 1e-12)
  }

  @Test("Points and rectangles are converted between layers of a tree")
  func conversion() {
    let root = layer(0, 0, 400, 400)
    let left = layer(100, 50, 100, 100)
    let inner = layer(10, 10, 20, 20)
    let right = layer(200, 200, 100, 100)
    root.addSublayer(left)
    root.addSublayer(right)
    left.addSublayer(inner)
    right.bounds.origin = CGPoint(x: 5, y: 0)
    #expect(isClose(inner.convert(CGPoint(x: 1, y: 2), to: root), CGPoint(x: 111, y: 62)))
    #expect(isClose(right.convert(CGPoint(x: 1, y: 2), from: inner), CGPoint(x: -84, y: -138)))
    let rect = root.convert(CGRect(x: 0, y: 0, width: 20, height: 20), from: inner)
    #expect(rect == CGRect(x: 110, y: 60, width: 20, height: 20))
    left.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    // The center of `left` is at (150, 100).
    #expect(isClose(left.convert(CGPoint(x: 0, y: 0), to: root), CGPoint(x: 200, y: 50)))
    #expect(isClose(left.convert(CGPoint(x: 200, y: 50), from: root), .zero))
  }

  @Test("A perspective of the superlayer enlarges what is near, about its center")
  func perspective() {
    let root = layer(0, 0, 200, 100)
    root.sublayerTransform.m34 = -1 / 100
    let near = layer(100, 50, 50, 25)
    near.zPosition = 50
    root.addSublayer(near)
    #expect(isClose(near.convert(CGPoint(x: 50, y: 25), to: root), CGPoint(x: 200, y: 100)))
    #expect(isClose(near.convert(CGPoint.zero, to: root), CGPoint(x: 100, y: 50)))
  }

  @Test("Sublayers are inserted, moved, replaced and removed")
  func tree() {
    let root = CALayer()
    let names = ["a", "b", "c", "d"]
    let layers = names.map { name in
      let layer = CALayer()
      layer.name = name
      return layer
    }
    func order() -> String { (root.sublayers ?? []).compactMap(\.name).joined() }
    #expect(root.sublayers == nil)
    root.addSublayer(layers[0])
    root.addSublayer(layers[1])
    root.insertSublayer(layers[2], at: 0)
    root.insertSublayer(layers[3], below: layers[1])
    #expect(order() == "cadb" && layers[3].superlayer === root)
    root.insertSublayer(layers[2], above: layers[1])
    #expect(order() == "adbc")
    root.replaceSublayer(layers[0], with: layers[1])
    #expect(order() == "bdc" && layers[0].superlayer == nil)
    layers[3].removeFromSuperlayer()
    #expect(order() == "bc")
    layers[1].addSublayer(layers[2])
    #expect(order() == "b" && layers[2].superlayer === layers[1])
    root.sublayers = [layers[0], layers[3]]
    #expect(order() == "ad" && layers[1].superlayer == nil)
    // A cycle is rejected.
    layers[0].addSublayer(root)
    #expect(root.superlayer == nil && order() == "ad")
  }

  @Test("A hit test returns the frontmost visible layer at a point of the superlayer")
  func hitTest() {
    let root = layer(10, 10, 100, 100)
    let back = layer(0, 0, 50, 50)
    let front = layer(25, 25, 50, 50)
    root.addSublayer(back)
    root.addSublayer(front)
    #expect(root.hitTest(CGPoint(x: 40, y: 40)) === front)
    back.zPosition = 1
    #expect(root.hitTest(CGPoint(x: 40, y: 40)) === back)
    back.isHidden = true
    #expect(root.hitTest(CGPoint(x: 15, y: 15)) === root && root.hitTest(CGPoint(x: 5, y: 5)) == nil)
    let outside = layer(200, 0, 10, 10)
    root.addSublayer(outside)
    #expect(root.hitTest(CGPoint(x: 215, y: 15)) === outside)
    root.masksToBounds = true
    #expect(root.hitTest(CGPoint(x: 215, y: 15)) == nil)
  }

  /// A layer that counts calls.
  private final class CountingLayer: CALayer, @unchecked Sendable {
    let log = Log<String>()

    override func layoutSublayers() { log.append("layout \(bounds.width)") }

    override func display() { log.append("display") }
  }

  @Test("Layout and display are requested by changes, and happen once, before the drawing")
  func requests() {
    let root = CALayer()
    let layer = CountingLayer()
    root.addSublayer(layer)
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.setNeedsDisplay()
    #expect(layer.needsLayout() && layer.needsDisplay() && layer.log.all.isEmpty)
    _ = root.viewDrawing()
    _ = root.viewDrawing()
    #expect(layer.log.all == ["layout 10.0", "display"])
    layer.position = .zero
    layer.layoutIfNeeded()
    #expect(layer.log.count == 2)
    layer.addSublayer(CALayer())
    layer.layoutIfNeeded()
    #expect(layer.log.count == 3)
  }

  @Test("A change is reported, and transactions have settings of their own")
  func transactions() {
    let layer = CALayer()
    let log = Log<Int>()
    let key = CALayer.treeChanges.listen { log.append(0) }
    layer.opacity = 0.5
    CALayer.treeChanges.stop(key)
    // Other tests change layers as well.
    #expect(log.count >= 1)
    let completed = Log<Bool>()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    CATransaction.setAnimationDuration(2)
    CATransaction.begin()
    #expect(CATransaction.disableActions() && CATransaction.animationDuration() == 2)
    CATransaction.setDisableActions(false)
    CATransaction.commit()
    #expect(CATransaction.disableActions())
    layer.opacity = 1
    #expect(layer.opacity == 1 && layer.presentation() === layer)
    CATransaction.commit()
    #expect(!CATransaction.disableActions())
    CATransaction.setCompletionBlock { completed.append(true) }
    #expect(completed.count == 1)
  }

  @Test("While a transaction changes a tree, the tree over a view is drawn as before")
  func frozenDrawing() throws {
    let base = layer(0, 0, 100, 100)
    let mark = layer(0, 0, 10, 10)
    base.addSublayer(mark)
    func count() -> Int { base.drawing(overViewOf: Size(width: 100, height: 100)).elements.count }
    #expect(count() == 1)
    CATransaction.begin()
    mark.isHidden = true
    base.opacity = 0.5
    #expect(count() == 1)
    CATransaction.commit()
    // The background of a layer that is not opaque is drawn as well.
    #expect(count() == 2)
  }

  @Test("A copy has the properties, but not the sublayers")
  func copy() {
    let shape = CAShapeLayer()
    shape.lineWidth = 7
    shape.name = "shape"
    shape.addSublayer(CALayer())
    let copy = CAShapeLayer(layer: shape)
    #expect(copy.lineWidth == 7 && copy.name == "shape" && copy.sublayers == nil)
  }

  @Test("Animations compile and leave the values of the properties")
  func animations() {
    let layer = CALayer()
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0
    fade.toValue = 1
    fade.duration = 1
    fade.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    layer.actions = ["position": NSNull()]
    layer.add(fade, forKey: "fade")
    #expect(fade.keyPath == "opacity" && layer.opacity == 1 && layer.animation(forKey: "fade") == nil)
    let time = CACurrentMediaTime()
    #expect(time > 0 && CACurrentMediaTime() >= time)
  }
}
