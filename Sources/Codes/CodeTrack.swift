import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A code that is tracked from frame to frame.
struct CodeTrack: Sendable {
  /// The code as last seen, moved along its motion since then.
  private(set) var code: MachineReadableCodeObject
  /// The appearance when the code was last read.
  private(set) var look: CodeSignature
  private(set) var isSeen = true
  private(set) var framesMissed = 0
  private(set) var lastSeen: MediaTime
  /// The motion per frame, in device coordinates.
  private var motion = Point(x: 0, y: 0)

  init(code: MachineReadableCodeObject, look: CodeSignature, at time: MediaTime) {
    self.code = code
    self.look = look
    lastSeen = time
  }

  mutating func begin() { isSeen = false }

  /// Records that the code is unchanged and in the same place.
  mutating func confirm(at time: MediaTime) {
    isSeen = true
    framesMissed = 0
    lastSeen = time
    motion = Point(x: 0, y: 0)
  }

  /// Records that the code was read again.
  mutating func see(_ code: MachineReadableCodeObject, _ look: CodeSignature, at time: MediaTime) {
    // While the code was missed, its position was extrapolated. The distance from there is no motion. Nor is that of two
    // reads of one frame.
    if framesMissed == 0, !isSeen { motion = code.cornerPoints.middle - self.code.cornerPoints.middle }
    self.code = code
    self.look = look
    isSeen = true
    framesMissed = 0
    lastSeen = time
  }

  /// Records that the code wasn't seen and moves it on with decreasing speed.
  mutating func miss() {
    framesMissed += 1
    code.cornerPoints = expectedCorners
    motion = 0.7 * motion
  }

  /// The corners in the next frame, if the motion stays the same.
  var expectedCorners: Corners {
    let corners = code.cornerPoints
    return Corners(
      topLeft: corners.topLeft + motion, bottomLeft: corners.bottomLeft + motion,
      bottomRight: corners.bottomRight + motion, topRight: corners.topRight + motion)
  }

  /// The region to search in the next frame, including a margin.
  var searchRegion: Rect {
    let bounds = code.boundingBox
    let x = 0.3 * bounds.width + abs(motion.x)
    let y = 0.3 * bounds.height + abs(motion.y)
    return Rect(
      x: bounds.minX + motion.x - x, y: bounds.minY + motion.y - y, width: bounds.width + 2 * x,
      height: bounds.height + 2 * y)
  }

  /// Returns whether a code that was read is this one: equal content within the reach of its motion.
  func isSame(as other: MachineReadableCodeObject) -> Bool {
    guard code.type == other.type, code.bytes == other.bytes else { return false }
    let distance = code.cornerPoints.middle.distance(to: other.cornerPoints.middle)
    return distance < 1.5 * max(code.boundingBox.width, code.boundingBox.height)
  }
}

/// The appearance of a code: grey values on a regular grid inside its outline.
struct CodeSignature: Sendable {
  private let values: [Float]

  /// Samples a picture inside an outline in device coordinates.
  init(_ luma: PixelBuffer, _ corners: Corners) {
    let places = corners.map { Point(x: $0.x * Double(luma.width), y: $0.y * Double(luma.height)) }
    guard let outline = Corners(places), let map = ProjectiveMap(outline) else {
      values = []
      return
    }
    var values = [Float](repeating: 0, count: Self.grid.count / 2)
    luma.withPicture { ccodes_sample($0, map.matrix, Self.grid, values.count, &values) }
    self.values = values
  }

  /// The number of samples along a side; typical codes have at most as many modules.
  private static let side = 32

  private static let grid: [Float] = (0..<side * side).flatMap { index -> [Float] in
    let x = Float(index % side) + 0.5
    let y = Float(index / side) + 0.5
    return [x / Float(side), y / Float(side)]
  }

  /// Returns whether two appearances show the same code in the same position, in any light.
  ///
  /// After a move by a good part of a module, or for another code, the correlation is about half of 1.
  func isSame(as other: Self) -> Bool {
    guard !values.isEmpty, values.count == other.values.count else { return false }
    return Self.correlation(values, other.values) > 0.95
  }

  /// Returns Pearson's coefficient of two series of equal length, or 0 if a series is constant.
  private static func correlation(_ a: [Float], _ b: [Float]) -> Float {
    let count = Float(a.count)
    let mean = a.reduce(0, +) / count
    let otherMean = b.reduce(0, +) / count
    var product = Float(0)
    var square = Float(0)
    var otherSquare = Float(0)
    for (x, y) in zip(a, b) {
      let x = x - mean
      let y = y - otherMean
      product += x * y
      square += x * x
      otherSquare += y * y
    }
    return square > 0 && otherSquare > 0 ? product / (square * otherSquare).squareRoot() : 0
  }
}
