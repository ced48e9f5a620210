import Fixtures
import Glibc
import OpenCaptureMediaSamples
@testable import OpenCaptureOverlay
import Testing

@Suite("View drawings")
struct ViewDrawingTests {
  private let red = OverlayColor(red: 1, green: 0, blue: 0)
  private let square = Rect(x: 20, y: 20, width: 60, height: 60)

  /// Draws on a black picture.
  private func drawn(_ elements: ViewDrawing.Element...) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .bgra, width: 100, height: 100)
    try picture.fillWithBlack()
    try ViewDrawing(elements).draw(on: &picture)
    return picture
  }

  /// Returns the red component of a pixel.
  private func level(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> Int {
    Int(picture.pixels[(y * picture.width + x) * 4 + 2])
  }

  /// The columns and rows with a red component above 100.
  private func ink(_ picture: PixelBuffer) -> (columns: [Int], rows: [Int]) {
    let pixels = picture.pixels
    let places = (0..<picture.width * picture.height).filter { pixels[$0 * 4 + 2] > 100 }
    return (places.map { $0 % picture.width }, places.map { $0 / picture.width })
  }

  /// A turn of 60° about the vertical line through the middle, seen from a distance of 100; the left side is near.
  private var turn: PlaneTransform {
    let perspective = PlaneTransform(
      x: SIMD3(0.5, 0, 0), y: SIMD3(0, 1, 0), w: SIMD3(0.75.squareRoot() / 100, 0, 1))
    return PlaneTransform.translation(x: -50, y: -50).then(perspective).then(.translation(x: 50, y: 50))
  }

  @Test("A fill covers the inside of its path, and the rule decides about subpaths")
  func fill() throws {
    let hole = Rect(x: 40, y: 40, width: 20, height: 20)
    let path = VectorPath(VectorPath(square).steps + VectorPath(hole).steps)
    let winding = try drawn(.fill(path, red))
    #expect(level(winding, 30, 30) == 255 && level(winding, 50, 50) == 255 && level(winding, 10, 50) == 0)
    let evenOdd = try drawn(.fill(path, red, rule: .evenOdd))
    #expect(level(evenOdd, 30, 30) == 255 && level(evenOdd, 50, 50) == 0)
    let round = try drawn(.fill(VectorPath(square, cornerRadius: 30), red))
    #expect(level(round, 50, 22) == 255 && level(round, 24, 24) == 0)
  }

  @Test("A stroke has its width, its ends and its dashes")
  func stroke() throws {
    let line = VectorPath([.move(Point(x: 20, y: 50)), .line(Point(x: 80, y: 50))])
    var stroke = ViewDrawing.Stroke()
    stroke.width = 10
    let plain = try drawn(.stroke(line, red, stroke))
    #expect(level(plain, 50, 46) == 255 && level(plain, 50, 40) == 0 && level(plain, 17, 50) == 0)
    stroke.cap = .square
    #expect(try level(drawn(.stroke(line, red, stroke)), 17, 50) == 255)
    stroke.cap = .butt
    stroke.dashes = [10, 10]
    let dashed = try drawn(.stroke(line, red, stroke))
    #expect(level(dashed, 25, 50) == 255 && level(dashed, 35, 50) == 0 && level(dashed, 45, 50) == 255)
  }

  @Test("A group has one opacity, a clip and a mask")
  func group() throws {
    let right = VectorPath(Rect(x: 50, y: 20, width: 30, height: 60))
    let twice: [ViewDrawing.Element] = [.fill(VectorPath(square), red), .fill(right, red)]
    let half = try drawn(.group(ViewDrawing.Group(twice, opacity: 0.5)))
    #expect(abs(level(half, 30, 50) - 128) <= 1 && level(half, 30, 50) == level(half, 60, 50))
    let clipped = try drawn(.group(ViewDrawing.Group(twice, clip: right)))
    #expect(level(clipped, 30, 50) == 0 && level(clipped, 60, 50) == 255)
    let mask = ViewDrawing.Element.fill(right, OverlayColor(red: 0, green: 0, blue: 0, alpha: 0.5))
    let masked = try drawn(.group(ViewDrawing.Group(twice, opacity: 0.5, mask: [mask])))
    #expect(level(masked, 30, 50) == 0 && abs(level(masked, 60, 50) - 64) <= 2)
  }

  @Test("Shapes in perspective end where their corners are projected")
  func perspective() throws {
    func turned(_ element: ViewDrawing.Element) throws -> PixelBuffer {
      try drawn(.group(ViewDrawing.Group([element], transform: turn)))
    }
    // The near side is at x = 50 − 15 / 0.74 with 81 rows, the far side at x = 50 + 15 / 1.26 with 48 rows.
    let filled = try turned(.fill(VectorPath(square), red))
    #expect(level(filled, 32, 50) == 255 && level(filled, 27, 50) == 0)
    #expect(level(filled, 60, 50) == 255 && level(filled, 64, 50) == 0)
    #expect(level(filled, 32, 15) == 255 && level(filled, 58, 15) == 0 && level(filled, 58, 40) == 255)
    let round = try turned(.fill(VectorPath(square, cornerRadius: 20), red))
    #expect(level(round, 50, 50) == 255 && level(round, 32, 13) == 0)
    var stroke = ViewDrawing.Stroke()
    stroke.width = 6
    let outline = try turned(.stroke(VectorPath(square), red, stroke))
    #expect(level(outline, 30, 50) > 150 && level(outline, 61, 50) > 150 && level(outline, 45, 50) == 0)
  }

  @Test("A picture is stretched to its rectangle, transparent where it has no opacity, and whole in perspective")
  func picture() throws {
    var pixels = try PixelBuffer(format: .bgra, width: 2, height: 1)
    try pixels.withUnsafeMutablePlane(0) { bytes in
      for index in 0..<8 { bytes[index] = [0, 0, 255, 255, 0, 0, 0, 0][index] }
    }
    let opaque = try drawn(.picture(ViewDrawing.Picture(pixels), in: square))
    #expect(level(opaque, 25, 50) == 255 && level(opaque, 75, 50) == 0 && level(opaque, 10, 50) == 0)
    let white = ViewDrawing.Element.fill(VectorPath(square), OverlayColor(red: 1, green: 1, blue: 1))
    let clear = try drawn(white, .picture(ViewDrawing.Picture(pixels, hasAlpha: true), in: square))
    #expect(level(clear, 75, 50) == 255)

    var whole = try PixelBuffer(format: .bgra, width: 50, height: 50)
    try whole.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 255) }
    let element = try ViewDrawing.Element.picture(ViewDrawing.Picture(whole), in: square)
    let turned = try drawn(.group(ViewDrawing.Group([element], transform: turn)))
    #expect((32...60).allSatisfy { level(turned, $0, 50) == 255 })
    #expect(level(turned, 27, 50) == 0 && level(turned, 64, 50) == 0 && level(turned, 58, 15) == 0)
  }

  @Test("A text lies in its rectangle, at the side of its alignment, and breaks only on request")
  func text() throws {
    var text = ViewDrawing.Text("II", in: Rect(x: 0, y: 10, width: 100, height: 80))
    text.color = red
    text.fontSize = 24
    let left = try ink(drawn(.text(text)))
    #expect(left.columns.count > 20 && (left.columns.max() ?? 100) < 50 && (left.rows.min() ?? 0) >= 10)
    text.alignment = .opposite
    let right = try ink(drawn(.text(text)))
    #expect((right.columns.min() ?? 0) > 50)
    text.alignment = .natural
    text.string = "III III III III III"
    let line = try ink(drawn(.text(text)))
    text.isWrapped = true
    let wrapped = try ink(drawn(.text(text)))
    #expect((wrapped.rows.max() ?? 0) > (line.rows.max() ?? 0) + 20)
  }

  @Test("Shapes behind the viewer, without extent or with invalid numbers draw nothing and do not fail")
  func extremes() throws {
    var stroke = ViewDrawing.Stroke()
    stroke.dashes = [-1, .nan]
    let behind = PlaneTransform(x: SIMD3(1, 0, 0), y: SIMD3(0, 1, 0), w: SIMD3(-0.02, 0, 1))
    for transform in [behind, .scaling(x: 0, y: 0), .scaling(x: .nan, y: 1), .scaling(x: 1e12, y: 1e12)] {
      let elements: [ViewDrawing.Element] = [
        .fill(VectorPath(square, cornerRadius: 5), red), .stroke(VectorPath(square), red, stroke),
        .text(ViewDrawing.Text("text", in: square)), .fill(VectorPath(), red),
      ]
      #expect(throws: Never.self) { try drawn(.group(ViewDrawing.Group(elements, transform: transform))) }
    }
    // Of the square, the columns beyond x = 50 are behind the viewer.
    let visible = PlaneTransform.visiblePart(ofPolygon: square.corners.map { behind.homogeneous($0) })
    #expect(visible.count == 4 && visible.allSatisfy { $0.z >= PlaneTransform.nearest })
    let parts = PlaneTransform.visibleParts(ofLine: square.corners.map { behind.homogeneous($0) })
    #expect(parts.map(\.count) == [3])
  }

  @Test("The inverse of a transform undoes it, if the transform keeps the plane")
  func inverse() throws {
    let transform = turn.then(.scaling(x: 2, y: -3)).then(.translation(x: 7, y: 11))
    let inverse = try #require(transform.inverse)
    for point in square.corners {
      let back = try #require(transform.apply(point).flatMap { inverse.apply($0) })
      #expect(hypot(back.x - point.x, back.y - point.y) < 1e-9)
    }
    #expect(PlaneTransform.scaling(x: 0, y: 1).inverse == nil)
    #expect(turn.isAffine == false && PlaneTransform.scaling(x: 2, y: 3).isAffine)
  }

  @Test("A renderer draws over the picture, at the position of the geometry")
  func renderer() throws {
    var picture = try PixelBuffer(format: .bgra, width: 50, height: 50)
    try picture.fillWithBlack()
    let frame = Frame(SampleBuffer(pixelBuffer: picture))
    var renderer = FrameRenderer()
    #expect(renderer.showsUnchanged(frame))
    renderer.dimensions = VideoDimensions(width: 100, height: 50)
    let color = red
    renderer.drawing = { geometry in ViewDrawing([.fill(VectorPath(geometry.videoRect), color)]) }
    #expect(!renderer.showsUnchanged(frame))
    let shown = try renderer.picture(of: frame)
    #expect(level(shown, 20, 25) == 0 && level(shown, 50, 25) == 255 && level(shown, 80, 25) == 0)
    var view = try PixelBuffer(format: .bgra, width: 200, height: 100)
    _ = try renderer.draw(frame, into: &view)
    #expect(level(view, 40, 50) == 0 && level(view, 100, 50) == 255)
  }
}
