import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A code that is followed from frame to frame.
struct CodeTrack: Sendable {
  /// As it was seen last, or where its motion has taken it since.
  private(set) var code: MachineReadableCodeObject
  /// What it looked like when it was read last.
  private(set) var look: CodeLook
  /// Whether it was seen in the frame at hand.
  private(set) var isSeen = true
  /// For how many frames it wasn't seen.
  private(set) var framesMissed = 0
  /// When it was seen last.
  private(set) var lastSeen: MediaTime
  /// How far it moves from a frame to the next, in device coordinates.
  private var motion = Point(x: 0, y: 0)

  init(code: MachineReadableCodeObject, look: CodeLook, at time: MediaTime) {
    (self.code, self.look, lastSeen) = (code, look, time)
  }

  /// A new frame is at hand.
  mutating func begin() { isSeen = false }

  /// It is where it was, and what it was.
  mutating func confirm(at time: MediaTime) {
    (isSeen, framesMissed, lastSeen, motion) = (true, 0, time, Point(x: 0, y: 0))
  }

  /// It was read.
  mutating func see(_ code: MachineReadableCodeObject, _ look: CodeLook, at time: MediaTime) {
    // What was told while it wasn't seen was a guess: the way from there is no motion.
    if framesMissed == 0 { motion = code.corners.middle - self.code.corners.middle }
    (self.code, self.look) = (code, look)
    (isSeen, framesMissed, lastSeen) = (true, 0, time)
  }

  /// It wasn't seen: it goes on as it went, more slowly.
  mutating func miss() {
    framesMissed += 1
    code.corners = Corners(
      topLeft: code.corners.topLeft + motion, bottomLeft: code.corners.bottomLeft + motion,
      bottomRight: code.corners.bottomRight + motion, topRight: code.corners.topRight + motion)
    motion = 0.7 * motion
  }

  /// Where it should be in the next frame, with room around.
  var searchRegion: Rect {
    let bounds = code.bounds
    let (x, y) = (0.3 * bounds.width + abs(motion.x), 0.3 * bounds.height + abs(motion.y))
    return Rect(
      x: bounds.minX + motion.x - x, y: bounds.minY + motion.y - y, width: bounds.width + 2 * x,
      height: bounds.height + 2 * y)
  }

  /// Whether what was read somewhere is this code: it says the same, and is not farther away than a code can move.
  func isSame(as other: MachineReadableCodeObject) -> Bool {
    guard code.type == other.type, code.bytes == other.bytes else { return false }
    let distance = code.corners.middle.distance(to: other.corners.middle)
    return distance < 1.5 * max(code.bounds.width, code.bounds.height)
  }
}
