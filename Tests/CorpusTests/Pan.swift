import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata
@testable import OpenCaptureFaces

/// A camera's slow way over a picture, as someone would hold it: it moves, tilts and comes nearer a little.
///
/// From one picture it makes many that nobody took, and streams of frames, at any scale.
struct Pan {
  /// Pixels across and down of each frame.
  static let dimensions = VideoDimensions(width: 640, height: 480)

  private let picture: PixelBuffer
  /// Pixels of a frame for one of the picture.
  private let scale: Double
  private let start: Point
  /// Pixels of the picture a frame.
  private let step: Point
  /// Degrees, and degrees a frame.
  private let tilt, turn: Double
  /// How much nearer it comes with each frame, as a fraction.
  private let approach: Double

  /// Makes a way.
  ///
  /// - Parameters:
  ///   - picture: What is looked at, in grey.
  ///   - scale: How many times as large it appears.
  ///   - seed: Equal seeds give equal ways.
  init(over picture: PixelBuffer, scale: Double, seed: Int) throws {
    // What appears smaller is made smaller first: else frames would leave out pixels between those that they take.
    let shrunk = VideoDimensions(
      width: max(1, Int(Double(picture.width) * scale)), height: max(1, Int(Double(picture.height) * scale)))
    self.picture = try scale < 1 ? picture.scaled(to: shrunk) : picture
    self.scale = max(1, scale)
    var random = SeededGenerator(seed: UInt64(seed))
    let (width, height) = (Double(self.picture.width), Double(self.picture.height))
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

  /// What the camera sees in a frame; beyond the picture it goes on as at its edges.
  func frame(_ index: Int) throws -> PixelBuffer {
    let time = Double(index)
    let unit = 1 / (scale * (1 + approach * time))
    let angle = (tilt + turn * time) * .pi / 180
    let right = Point(x: cos(angle) * unit, y: sin(angle) * unit)
    let down = Point(x: -right.y, y: right.x)
    let (halfWidth, halfHeight) = (Double(Self.dimensions.width) / 2, Double(Self.dimensions.height) / 2)
    let origin = Point(
      x: start.x + step.x * time - right.x * halfWidth - down.x * halfHeight,
      y: start.y + step.y * time - right.y * halfWidth - down.y * halfHeight)
    return try picture.sampled(Self.dimensions, through: AffineMap(origin: origin, right: right, down: down))
  }

  /// The numbers of all faces that a tracker follows in its frames, 30 a second.
  func faces(followedBy tracker: FaceTracker, frames: Int) throws -> Set<Int> {
    var tracker = tracker
    return try (0..<frames).reduce(into: []) { numbers, index in
      let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 30))
      numbers.formUnion(try tracker.track(SampleBuffer(imageBuffer: frame(index), timing: timing)).map(\.faceID))
    }
  }
}
