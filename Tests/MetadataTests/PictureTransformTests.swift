import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite struct PictureTransformTests {
  private static func transform(_ random: inout SeededGenerator) -> PictureTransform {
    let orientation = ImageOrientation.allCases.randomElement(using: &random) ?? .up
    return PictureTransform(from: random.rect(), orientation: orientation, to: random.rect())
  }

  @Test(
    arguments: [
      (.up, Point(x: 48, y: 27)), (.upMirrored, Point(x: 144, y: 27)), (.down, Point(x: 144, y: 81)),
      (.downMirrored, Point(x: 48, y: 81)), (.right, Point(x: 81, y: 48)), (.left, Point(x: 27, y: 144)),
      (.rightMirrored, Point(x: 81, y: 144)), (.leftMirrored, Point(x: 27, y: 48)),
    ] as [(ImageOrientation, Point)])
  func devicePointsMapToPixelsOfTheUprightPicture(orientation: ImageOrientation, pixel: Point) {
    let dimensions = VideoDimensions(width: 192, height: 108)
    let toPixels = PictureTransform.uprightPixels(of: dimensions, orientation: orientation)
    #expect(toPixels.apply(Point(x: 0.25, y: 0.25)) == pixel)
    #expect(toPixels.inverse.apply(pixel) == Point(x: 0.25, y: 0.25))
    #expect(toPixels.apply(Rect.unit) == Rect(origin: .zero, size: dimensions.upright(orientation).size))
  }

  @Test func aRotatedPictureHasItsOriginAtItsTopLeft() {
    let dimensions = VideoDimensions(width: 192, height: 108)
    let right = PictureTransform.uprightPixels(of: dimensions, orientation: .right)
    #expect(right.apply(Point(x: 0, y: 0)) == Point(x: 108, y: 0))
    #expect(right.apply(Point(x: 0, y: 1)) == Point(x: 0, y: 0))
    let left = PictureTransform.uprightPixels(of: dimensions, orientation: .left)
    #expect(left.apply(Point(x: 0, y: 0)) == Point(x: 0, y: 192))
    #expect(left.apply(Point(x: 1, y: 0)) == Point(x: 0, y: 0))
  }

  @Test func theInverseWorksInBothDirections() {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<2000 {
      let transform = Self.transform(&random)
      let point = random.point()
      // A source that is narrow relative to its target costs digits, so that both scales count.
      let source = transform.source
      let target = transform.target
      let scale = 1 + max(source.width, source.height) / min(target.width, target.height)
      #expect(isClose(transform.inverse.apply(transform.apply(point)), point, scale: scale))
      #expect(transform.inverse.inverse == transform)
    }
  }

  @Test func aCompositionEqualsBothTransformsInOrder() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<2000 {
      let first = Self.transform(&random)
      let second = Self.transform(&random)
      let point = random.point()
      let stepwise = second.apply(first.apply(point))
      let both = first.then(second)
      #expect(isClose(both.apply(point), stepwise, scale: 1 + abs(stepwise.x) + abs(stepwise.y)))
      let angle = random.number(-180...180)
      let turn = both.apply(clockwiseAngle: angle)
      let turns = second.apply(clockwiseAngle: first.apply(clockwiseAngle: angle))
      #expect(isClose((turn - turns).remainder(dividingBy: 360), 0))
    }
  }

  @Test func twoQuarterTurnsAreAHalfTurnAndFourAreNone() {
    let quarter = PictureTransform(from: .unit, orientation: .right, to: .unit)
    #expect(quarter.then(quarter) == PictureTransform(from: .unit, orientation: .down, to: .unit))
    #expect(quarter.then(quarter).then(quarter) == quarter.inverse)
    #expect(quarter.then(quarter.inverse) == PictureTransform(from: .unit, to: .unit))
    let mirror = PictureTransform(from: .unit, orientation: .upMirrored, to: .unit)
    #expect(mirror.then(mirror) == PictureTransform(from: .unit, to: .unit))
    #expect(mirror.then(quarter) != quarter.then(mirror))
  }

  @Test func aRectangleWithNegativeExtentsIsTheSameRectangle() {
    let transform = PictureTransform(from: .unit, to: Rect(x: 0, y: 0, width: 10, height: 10))
    let backwards = Rect(x: 0.5, y: 0.5, width: -0.5, height: -0.25)
    #expect(transform.apply(backwards) == Rect(x: 0, y: 2.5, width: 5, height: 2.5))
  }
}
