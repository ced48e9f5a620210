import COpenCaptureSDL
import Glibc
import OpenCaptureMediaSamples

/// A state machine that recognizes gestures of fingers on a touch screen.
///
/// One finger that goes down and up in place is a tap. Two fingers that move apart or together zoom. A finger that
/// took part in a zoom is never a tap.
struct FingerGestures: Sendable {
  /// The largest distance that a tapping finger may move, in pixels.
  private static let tapRadius = 16.0

  private struct Finger {
    let id: Int64
    let start: Point
    var place: Point
  }

  private var fingers: [Finger] = []
  private var isTap = false

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

  /// The distance between the first two fingers, in pixels; nil with fewer than two.
  private var spread: Double? { fingers.count < 2 ? nil : fingers[0].place.distance(to: fingers[1].place) }

  /// Handles a finger event of SDL and returns the gesture that it completes.
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

extension Point {
  fileprivate func distance(to other: Point) -> Double { hypot(other.x - x, other.y - y) }
}
