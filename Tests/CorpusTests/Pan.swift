import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata
@testable import OpenCaptureFaces

/// A simulated slow pan of a hand-held camera over a picture, with some motion, tilt and zoom.
///
/// It creates many new pictures and streams from one picture, at any scale.
struct Pan {
  /// The size of each frame in pixels.
  static let dimensions = VideoDimensions(width: 640, height: 480)

  private let picture: PixelBuffer
  /// The number of frame pixels per picture pixel.
  private let scale: Double
  private let start: Point
  /// The motion per frame, in pixels of the picture.
  private let step: Point
  /// The tilt in degrees, and its change per frame.
  private let tilt, turn: Double
  /// The zoom per frame, as a fraction.
  private let approach: Double

  /// Creates a pan.
  ///
  /// - Parameters:
  ///   - picture: The grey picture.
  ///   - scale: The scale of the picture in frames.
  ///   - seed: The seed of the random motion; equal seeds give equal pans.
  init(over picture: PixelBuffer, scale: Double, seed: Int) throws {
    // Scale down first, because sampling would otherwise skip pixels.
    let shrunk = VideoDimensions(
      width: max(1, Int(Double(picture.width) * scale)), height: max(1, Int(Double(picture.height) * scale)))
    self.picture = try scale < 1 ? picture.scaled(to: shrunk) : picture
    self.scale = max(1, scale)
    var random = SeededGenerator(seed: UInt64(seed))
    let width = Double(self.picture.width)
    let height = Double(self.picture.height)
    let reach = Point(
      x: max(0, width - Double(Self.dimensions.width) / self.scale) / 2,
      y: max(0, height - Double(Self.dimensions.height) / self.scale) / 2)
    start = Point(
      x: width / 2 + .random(in: -1...1, using: &random) * reach.x,
      y: height / 2 + .random(in: -1...1, using: &random) * reach.y)
    let heading = Double.random(in: 0..<2 * .pi, using: &random)
    let speed = Double.random(in: 0.3...4, using: &random) / self.scale
    step = Point(x: cos(heading) * speed, y: sin(heading) * speed)
    tilt = .random(in: -7...7, using: &random)
    turn = .random(in: -0.15...0.15, using: &random)
    approach = .random(in: -0.003...0.003, using: &random)
  }

  /// Returns a frame; edge pixels are repeated outside the picture.
  func frame(_ index: Int) throws -> PixelBuffer {
    let time = Double(index)
    let unit = 1 / (scale * (1 + approach * time))
    let angle = (tilt + turn * time) * .pi / 180
    let right = Point(x: cos(angle) * unit, y: sin(angle) * unit)
    let down = Point(x: -right.y, y: right.x)
    let halfWidth = Double(Self.dimensions.width) / 2
    let halfHeight = Double(Self.dimensions.height) / 2
    let origin = Point(
      x: start.x + step.x * time - right.x * halfWidth - down.x * halfHeight,
      y: start.y + step.y * time - right.y * halfWidth - down.y * halfHeight)
    return try picture.sampled(Self.dimensions, through: AffineMap(origin: origin, right: right, down: down))
  }

  /// Returns the numbers of all faces that a tracker reports in the frames, at 30 per second.
  func faces(followedBy tracker: FaceTracker, frames: Int) throws -> Set<Int> {
    var tracker = tracker
    return try (0..<frames).reduce(into: []) { numbers, index in
      let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 30))
      numbers.formUnion(try tracker.track(SampleBuffer(pixelBuffer: frame(index), timing: timing)).map(\.faceID))
    }
  }
}
