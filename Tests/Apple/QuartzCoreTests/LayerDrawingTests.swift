import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureOverlay
import QuartzCore
import Testing

/// Layers drawn on a black picture of 100 × 100 pixels, compared at chosen pixels.
@Suite("Drawing of layers")
struct LayerDrawingTests {
  private let root = CALayer()

  init() { root.frame = CGRect(x: 0, y: 0, width: 100, height: 100) }

  private func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> CGColor {
    CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Adds a red layer in the middle.
  private func square() -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 20, y: 20, width: 60, height: 60)
    layer.backgroundColor = color(1, 0, 0)
    root.addSublayer(layer)
    return layer
  }

  private func picture(of drawing: ViewDrawing) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .bgra, width: 100, height: 100)
    try picture.fillWithBlack()
    try drawing.draw(on: &picture)
    return picture
  }

  /// Returns red, green and blue of a pixel.
  private func pixel(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [Int] {
    let start = (y * picture.width + x) * 4
    return picture.pixels[start..<start + 3].reversed().map { Int($0) }
  }

  /// Returns red, green and blue of a pixel of the tree.
  private func pixel(_ x: Int, _ y: Int) throws -> [Int] { pixel(try picture(of: root.viewDrawing()), x, y) }

  @Test("A background fills the bounds, behind sublayers and in their order")
  func background() throws {
    let layer = square()
    #expect(try pixel(50, 50) == [255, 0, 0] && pixel(10, 50) == [0, 0, 0] && pixel(79, 79) == [255, 0, 0])
    let front = CALayer()
    front.frame = CGRect(x: 30, y: 30, width: 60, height: 20)
    front.backgroundColor = color(0, 1, 0)
    layer.addSublayer(front)
    // In the coordinates of its superlayer; not cut off by default.
    #expect(try pixel(55, 55) == [0, 255, 0] && pixel(45, 55) == [255, 0, 0] && pixel(90, 60) == [0, 255, 0])
    let behind = CALayer()
    behind.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    behind.backgroundColor = color(0, 0, 1)
    behind.zPosition = -1
    root.addSublayer(behind)
    #expect(try pixel(25, 25) == [255, 0, 0] && pixel(5, 5) == [0, 0, 255])
  }

  @Test("Opacity applies to a layer with its sublayers as a whole; a hidden layer is not drawn")
  func opacity() throws {
    let layer = square()
    let inner = CALayer()
    inner.frame = layer.bounds
    inner.backgroundColor = color(1, 0, 0)
    layer.addSublayer(inner)
    layer.opacity = 0.5
    #expect(try abs(pixel(50, 50)[0] - 128) <= 1)
    layer.isHidden = true
    #expect(try pixel(50, 50) == [0, 0, 0])
  }

  @Test("Corners are round, and cut off content and sublayers only with masksToBounds")
  func corners() throws {
    let layer = square()
    layer.cornerRadius = 20
    #expect(try pixel(22, 22) == [0, 0, 0] && pixel(50, 22) == [255, 0, 0] && pixel(30, 30) == [255, 0, 0])
    let inner = CALayer()
    inner.frame = CGRect(x: -10, y: 0, width: 40, height: 60)
    inner.backgroundColor = color(0, 1, 0)
    layer.addSublayer(inner)
    #expect(try pixel(22, 22) == [0, 255, 0] && pixel(12, 50) == [0, 255, 0])
    layer.masksToBounds = true
    #expect(try pixel(22, 22) == [0, 0, 0] && pixel(12, 50) == [0, 0, 0] && pixel(30, 50) == [0, 255, 0])
  }

  @Test("A border lies inside the bounds and in front of the sublayers")
  func border() throws {
    let layer = square()
    let inner = CALayer()
    inner.frame = layer.bounds
    inner.backgroundColor = color(0, 1, 0)
    layer.addSublayer(inner)
    layer.borderWidth = 5
    layer.borderColor = color(0, 0, 1)
    #expect(try pixel(22, 50) == [0, 0, 255] && pixel(24, 24) == [0, 0, 255] && pixel(26, 50) == [0, 255, 0])
    #expect(try pixel(18, 50) == [0, 0, 0])
  }

  @Test("A mask limits a layer to the mask's opacity")
  func mask() throws {
    let layer = square()
    let mask = CAShapeLayer()
    mask.path = CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 60), transform: nil)
    layer.mask = mask
    #expect(try pixel(30, 50) == [255, 0, 0] && pixel(70, 50) == [0, 0, 0])
  }

  @Test("A shape has its fill, its line and a hole by the even-odd rule")
  func shape() throws {
    let shape = CAShapeLayer()
    let path = CGMutablePath()
    path.addRect(CGRect(x: 20, y: 20, width: 60, height: 60))
    path.addRect(CGRect(x: 40, y: 40, width: 20, height: 20))
    shape.path = path
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    shape.fillColor = color(1, 0, 0)
    shape.strokeColor = color(0, 1, 0)
    shape.lineWidth = 4
    root.addSublayer(shape)
    #expect(try pixel(30, 30) == [255, 0, 0] && pixel(50, 50) == [255, 0, 0])
    #expect(try pixel(20, 50) == [0, 255, 0] && pixel(18, 50) == [0, 255, 0] && pixel(16, 50) == [0, 0, 0])
    // The layer has a copy of the path.
    #expect(try pixel(5, 5) == [0, 0, 0])
    shape.fillRule = .evenOdd
    shape.strokeColor = nil
    #expect(try pixel(30, 30) == [255, 0, 0] && pixel(50, 50) == [0, 0, 0] && pixel(18, 50) == [0, 0, 0])
  }

  @Test("The line of a shape has dashes")
  func dashes() throws {
    let shape = CAShapeLayer()
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 20, y: 50), CGPoint(x: 80, y: 50)])
    shape.path = path
    shape.fillColor = nil
    shape.strokeColor = color(1, 0, 0)
    shape.lineWidth = 10
    shape.lineDashPattern = [10, 20]
    root.addSublayer(shape)
    #expect(try pixel(25, 50) == [255, 0, 0] && pixel(40, 50) == [0, 0, 0] && pixel(55, 50) == [255, 0, 0])
    shape.lineDashPhase = 10
    #expect(try pixel(25, 50) == [0, 0, 0] && pixel(45, 50) == [255, 0, 0])
  }

  /// Returns the number of red pixels in a row.
  private func width(atRow y: Int) throws -> Int {
    let drawn = try picture(of: root.viewDrawing())
    return (0..<100).count { pixel(drawn, $0, y)[0] > 128 }
  }

  @Test("A square turned about the vertical axis is narrower, and lower at its far side in perspective")
  func rotation() throws {
    let layer = square()
    #expect(try width(atRow: 50) == 60)
    layer.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    #expect(try abs(width(atRow: 50) - 30) <= 1 && width(atRow: 22) > 0)
    // The right side turns away from the viewer.
    root.sublayerTransform.m34 = -1 / 200
    #expect(try pixel(38, 18) == [255, 0, 0] && pixel(61, 20) == [0, 0, 0] && pixel(61, 50) == [255, 0, 0])
    layer.transform = CATransform3DMakeRotation(-.pi / 3, 0, 1, 0)
    #expect(try pixel(61, 18) == [255, 0, 0] && pixel(38, 20) == [0, 0, 0])
    // A quarter turn shows the edge.
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
    root.sublayerTransform = CATransform3DIdentity
    #expect(try width(atRow: 50) <= 1)
  }

  @Test("A rotated layer keeps its center")
  func roll() throws {
    let layer = square()
    layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 4))
    #expect(try pixel(50, 50) == [255, 0, 0] && pixel(50, 10) == [255, 0, 0] && pixel(22, 22) == [0, 0, 0])
  }

  /// Returns an image with a left half in white and a right half that is transparent.
  private func image() throws -> CGImage {
    var picture = try PixelBuffer(format: .bgra, width: 20, height: 10)
    let stride = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { bytes in
      for index in bytes.indices { bytes[index] = index % stride < 40 ? 255 : 0 }
    }
    return CGImage(picture)
  }

  @Test("An image fills the bounds, or is placed by its gravity")
  func contents() throws {
    let layer = square()
    layer.contents = try image()
    #expect(try pixel(25, 25) == [255, 255, 255] && pixel(75, 75) == [255, 0, 0])
    layer.contentsGravity = .resizeAspect
    #expect(try pixel(25, 25) == [255, 0, 0] && pixel(25, 50) == [255, 255, 255])
    layer.contentsGravity = .resizeAspectFill
    layer.masksToBounds = true
    #expect(try pixel(25, 25) == [255, 255, 255] && pixel(10, 50) == [0, 0, 0] && pixel(55, 50) == [255, 0, 0])
    layer.contentsGravity = .bottomLeft
    #expect(try pixel(25, 25) == [255, 255, 255] && pixel(25, 35) == [255, 0, 0])
    layer.contentsGravity = .topRight
    layer.contentsScale = 2
    #expect(try pixel(72, 77)[1] > 250 && pixel(72, 72) == [255, 0, 0])
    layer.contents = nil
    #expect(try pixel(72, 77) == [255, 0, 0])
  }

  @Test("A pixel buffer is an opaque content; other objects are not drawn")
  func pixelBuffers() throws {
    let layer = square()
    var made: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, 4, 4, kCVPixelFormatType_32BGRA, nil, &made)
    var buffer = try #require(made)
    try buffer.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
    layer.contents = buffer
    #expect(try pixel(50, 50) == [0, 0, 0])
    layer.contents = "text"
    #expect(try pixel(50, 50) == [255, 0, 0] && layer.contents as? String == "text")
  }

  @Test("A text leaves ink inside its bounds, and none without a string")
  func text() throws {
    let text = CATextLayer()
    text.frame = CGRect(x: 10, y: 30, width: 80, height: 30)
    text.fontSize = 20
    text.font = "Helvetica-Bold" as CFTypeRef
    root.addSublayer(text)
    func ink() throws -> [CGPoint] {
      let pixels = try picture(of: root.viewDrawing()).pixels
      return (0..<10_000).filter { pixels[$0 * 4] > 100 }.map { CGPoint(x: $0 % 100, y: $0 / 100) }
    }
    #expect(try ink().isEmpty)
    text.string = "Hamburg"
    let places = try ink()
    #expect(places.count > 50 && places.allSatisfy { text.frame.contains($0) })
    text.alignmentMode = .right
    text.string = NSAttributedString(string: "I")
    let right = try ink()
    #expect(!right.isEmpty && right.allSatisfy { $0.x > 70 })
    text.transform = CATransform3DMakeRotation(.pi, 0, 0, 1)
    let turned = try ink()
    #expect(!turned.isEmpty && turned.allSatisfy { $0.x < 30 })
  }

  @Test("A tree over a view contains what is in front of a layer, scaled to the view")
  func overView() throws {
    root.backgroundColor = color(0, 0, 1)
    let base = square()
    let inner = CALayer()
    inner.frame = CGRect(x: 0, y: 0, width: 30, height: 30)
    inner.backgroundColor = color(0, 1, 0)
    base.addSublayer(inner)
    let later = CALayer()
    later.frame = CGRect(x: 50, y: 50, width: 15, height: 15)
    later.backgroundColor = color(1, 1, 1)
    root.addSublayer(later)
    func overlay() throws -> PixelBuffer {
      var picture = try PixelBuffer(format: .bgra, width: 120, height: 120)
      try picture.fillWithBlack()
      try base.drawing(overViewOf: Size(width: 120, height: 120)).draw(on: &picture)
      return picture
    }
    let drawn = try overlay()
    // Neither the backgrounds nor layers outside of the base.
    #expect(pixel(drawn, 100, 20) == [0, 0, 0] && pixel(drawn, 30, 30) == [0, 255, 0])
    #expect(pixel(drawn, 75, 75) == [255, 255, 255] && pixel(drawn, 100, 100) == [0, 0, 0])
    base.opacity = 0
    let behind = try overlay()
    #expect(pixel(behind, 30, 30) == [0, 0, 255] && pixel(behind, 75, 75) == [255, 255, 255])
  }
}
