import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureOverlay
import Testing

@Suite("View decorations")
struct ViewDecorationTests {
  private func grey() throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .bgra, width: 400, height: 300)
    try picture.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 128) }
    return picture
  }

  /// Returns the bounds of the changed pixels.
  private func changed(_ decoration: ViewDecoration) throws -> Rect? {
    var picture = try grey()
    try decoration.draw(on: &picture)
    let pixels = picture.pixels
    let places = (0..<400 * 300).filter { pixels[$0 * 4] != 128 }
    guard let first = places.first, let last = places.last else { return nil }
    let columns = places.map { $0 % 400 }
    guard let left = columns.min(), let right = columns.max() else { return nil }
    return Rect(
      x: Double(left), y: Double(first / 400), width: Double(right - left + 1),
      height: Double(last / 400 - first / 400 + 1))
  }

  @Test("An empty decoration draws nothing")
  func nothing() throws {
    var decoration = ViewDecoration()
    decoration.panels = [.init([String](), at: .middle)]
    #expect(try changed(decoration) == nil)
  }

  @Test(
    "Panels lie in their corner or in the middle, align their columns, and fit the picture's width")
  func panels() throws {
    var decoration = ViewDecoration()
    decoration.panels = [.init(["a line"], at: .topLeft)]
    let top = try #require(try changed(decoration))
    #expect(top.minX == 0 && top.minY == 0 && top.maxX < 200 && top.maxY < 60)
    decoration.panels = [.init(["a line", "and another"], at: .bottomLeft)]
    let bottom = try #require(try changed(decoration))
    #expect(bottom.minX == 0 && bottom.maxY == 300 && bottom.height > top.height * 1.3)
    decoration.panels = [.init([["q", "end"], ["space", "photo"]], at: .middle)]
    let middle = try #require(try changed(decoration))
    #expect(abs(middle.center.x - 200) < 1.5 && abs(middle.center.y - 150) < 1.5)
    decoration.panels = [.init(["a", "b"], at: .right)]
    let right = try #require(try changed(decoration))
    #expect(right.maxX == 400 && right.minX > 200 && abs(right.center.y - 150) < 1.5)
    decoration.panels = [.init([String(repeating: "long ", count: 100)], at: .topLeft)]
    #expect(try #require(try changed(decoration)).maxX <= 400)
  }

  @Test("Drawing returns the rectangles of the panels")
  func rectangles() throws {
    var picture = try grey()
    var decoration = ViewDecoration()
    decoration.panels = [.init([String](), at: .middle), .init(["a"], at: .topLeft), .init(["b"], at: .right)]
    let boxes = try decoration.draw(on: &picture)
    #expect(boxes.count == 2 && boxes[0].origin == .zero && boxes[1].maxX == 400)
    #expect(try ViewDecoration().draw(on: &picture) == [])
  }

  @Test("Dimming darkens the whole picture, and a mark lies at its point, even at the edge")
  func dimming() throws {
    var decoration = ViewDecoration()
    decoration.isDimmed = true
    #expect(try changed(decoration) == Rect(x: 0, y: 0, width: 400, height: 300))
    decoration = ViewDecoration()
    decoration.mark = Point(x: 150, y: 100)
    let mark = try #require(try changed(decoration))
    #expect(abs(mark.center.x - 150) <= 1 && abs(mark.center.y - 100) <= 1)
    decoration.mark = Point(x: 400, y: 300)
    #expect(try #require(try changed(decoration)).maxX <= 400)
  }
}
