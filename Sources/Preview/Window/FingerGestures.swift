import COpenCaptureSDL
import Glibc
import OpenCaptureMediaSamples

/// What fingers on a screen mean: a state machine without screen or time.
///
/// One finger that stays where it is and leaves is a tap; two that move apart or towards each other zoom. A finger that was
/// part of that is no tap any more.
struct FingerGestures: Sendable {
  /// How far a finger may move and still tap, in pixels.
  private static let tapRadius = 16.0

  private struct Finger {
    let id: Int64
    let start: Point
    var place: Point
  }

  private var fingers: [Finger] = []
  private var isTap = false

  init() {}

  mutating func touch(_ id: Int64, at place: Point) {
    fingers.removeAll { $0.id == id }
    fingers.append(Finger(id: id, start: place, place: place))
    isTap = fingers.count == 1
  }

  mutating func move(_ id: Int64, to place: Point) -> WindowEvent? {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return nil }
    let before = spread
    fingers[index].place = place
    if fingers[index].start.distance(to: place) > Self.tapRadius { isTap = false }
    guard let before, let now = spread, before > 0, now > 0, before != now else { return nil }
    return .zoom(now / before)
  }

  mutating func lift(_ id: Int64) -> WindowEvent? {
    guard let finger = fingers.first(where: { $0.id == id }) else { return nil }
    fingers.removeAll { $0.id == id }
    return isTap && fingers.isEmpty ? .tap(finger.place) : nil
  }

  /// How far the first two are apart.
  private var spread: Double? {
    fingers.count < 2 ? nil : fingers[0].place.distance(to: fingers[1].place)
  }
}

extension Point {
  fileprivate func distance(to other: Point) -> Double { hypot(other.x - x, other.y - y) }
}

extension FingerGestures {
  /// Takes what SDL tells of a finger.
  mutating func take(_ event: csdl_event) -> WindowEvent? {
    let place = Point(x: event.x, y: event.y)
    switch event.kind {
    case CSDL_FINGER_DOWN: touch(event.finger, at: place)
    case CSDL_FINGER_MOVED: return move(event.finger, to: place)
    case CSDL_FINGER_UP: return lift(event.finger)
    default: break
    }
    return nil
  }
}
