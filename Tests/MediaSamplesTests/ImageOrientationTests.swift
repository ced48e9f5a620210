import OpenCaptureMediaSamples
import Testing

@Suite("ImageOrientation")
struct ImageOrientationTests {
  private let probe = Point(x: 0.1, y: 0.3)

  @Test("Raw values are EXIF's: the visual position of the first row and column")
  func exif() {
    // EXIF 2.3, tag 0x0112: the visual position of row 0 and column 0.
    let topLeft: [ImageOrientation: Point] = [
      .up: Point(x: 0, y: 0), .upMirrored: Point(x: 1, y: 0), .down: Point(x: 1, y: 1),
      .downMirrored: Point(x: 0, y: 1), .leftMirrored: Point(x: 0, y: 0), .right: Point(x: 1, y: 0),
      .rightMirrored: Point(x: 1, y: 1), .left: Point(x: 0, y: 1),
    ]
    for orientation in ImageOrientation.allCases {
      #expect(orientation.upright(Point.zero) == topLeft[orientation])
      let rowEnd = orientation.upright(Point(x: 1, y: 0))
      let isRowVertical = rowEnd.x == topLeft[orientation]?.x
      #expect(isRowVertical == (orientation.rawValue >= 5))
      #expect(orientation.swapsAxes == (orientation.rawValue >= 5))
    }
  }

  @Test("Composing orientations composes their effect on points")
  func composition() {
    for first in ImageOrientation.allCases {
      for second in ImageOrientation.allCases {
        let both = first.then(second).upright(probe)
        let inTurn = second.upright(first.upright(probe))
        #expect(abs(both.x - inTurn.x) < 1e-12 && abs(both.y - inTurn.y) < 1e-12)
      }
    }
  }

  @Test("The inverse restores every point", arguments: ImageOrientation.allCases)
  func inverse(_ orientation: ImageOrientation) {
    #expect(orientation.then(orientation.inverse) == .up)
    #expect(orientation.inverse.then(orientation) == .up)
    #expect(
      ImageOrientation(quarterTurns: orientation.quarterTurns, isMirrored: orientation.isMirrored) == orientation)
  }

  @Test("Quarter turns count modulo four, also negative ones")
  func turns() {
    #expect(ImageOrientation(quarterTurns: -1) == .left)
    #expect(ImageOrientation(quarterTurns: 5) == .right)
  }

  @Test("Sizes and rectangles rotate like points")
  func rectangles() {
    #expect(ImageOrientation.right.upright(Size(width: 4, height: 3)) == Size(width: 3, height: 4))
    let rect = ImageOrientation.right.upright(Rect(x: 0, y: 0, width: 0.25, height: 0.5))
    #expect(rect == Rect(x: 0.5, y: 0, width: 0.5, height: 0.25))
  }
}
