import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("Reading order")
struct ReadingOrderTests {
  /// Returns a page of rows of squares, 100 apart, rotated about its first corner.
  private func page(rows: Int, columns: Int, tilt degrees: Double) -> [Rect] {
    let angle = Rotation(degrees)
    return (0..<rows * columns).map { index in
      let middle = angle.turned(Point(x: Double(index % columns) * 100, y: Double(index / columns) * 100))
      return Rect(x: middle.x - 30, y: middle.y - 30, width: 60, height: 60)
    }
  }

  /// A rotation with sine and cosine from a series rather than a library, so that all platforms agree.
  private struct Rotation {
    let sine, cosine: Double

    init(_ degrees: Double) {
      let angle = degrees * .pi / 180
      sine = angle - angle * angle * angle / 6
      cosine = 1 - angle * angle / 2
    }

    func turned(_ point: Point) -> Point {
      Point(x: point.x * cosine - point.y * sine, y: point.x * sine + point.y * cosine)
    }
  }

  @Test(
    "Rows are in order from the top and each from the left, even on a skewed page", arguments: [0, 3, -3, 8, -8])
  func rows(tilt: Double) {
    let page = page(rows: 4, columns: 6, tilt: tilt)
    #expect(ReadingOrder(page).indices == Array(page.indices))
  }

  @Test("The order does not depend on the order of the input", arguments: [0, 5])
  func total(tilt: Double) {
    let page = page(rows: 3, columns: 5, tilt: tilt)
    // Steps of 7 through 15 elements visit each once.
    let shuffled = page.indices.map { $0 * 7 % page.count }
    let order = ReadingOrder(shuffled.map { page[$0] })
    #expect(order.indices.map { shuffled[$0] } == Array(page.indices))
  }

  @Test("A tall rectangle belongs to the first of the rows beside it, at any position")
  func tall() {
    let tall = Rect(x: 0, y: 0, width: 80, height: 200)
    let top = Rect(x: 100, y: 10, width: 60, height: 60)
    let bottom = Rect(x: 100, y: 130, width: 60, height: 60)
    let topRight = Rect(x: 200, y: 10, width: 60, height: 60)
    let bottomRight = Rect(x: 200, y: 130, width: 60, height: 60)
    #expect(ReadingOrder([bottomRight, topRight, bottom, top, tall]).indices == [4, 3, 1, 2, 0])
    let between = Rect(x: 170, y: 0, width: 20, height: 200)
    #expect(ReadingOrder([bottomRight, topRight, bottom, top, between]).indices == [3, 4, 1, 2, 0])
  }

  @Test("Stacked rectangles are read downwards, even if they are not aligned")
  func column() {
    let column = [(0, 0), (20, 70), (-10, 140)].map { Rect(x: $0.0, y: $0.1, width: 60, height: 60) }
    #expect(ReadingOrder(column.reversed()).indices == [2, 1, 0])
  }

  @Test("Equal rectangles keep their order, and an empty list has an empty order")
  func equal() {
    let same = Rect(x: 1, y: 1, width: 5, height: 5)
    #expect(ReadingOrder([same, same, same]).indices == [0, 1, 2])
    #expect(ReadingOrder([]).indices == [])
  }
}
