import Glibc
import OpenCaptureMediaSamples

/// One face that is followed: where it should be, how sure that is, and when to give it up.
///
/// Pure: motion and sightings come in, places come out. Times are seconds, places pixels of the working picture.
struct FaceTrack: Sendable, Hashable {
  /// The face's number; nil while it is not sure that it is a face.
  private(set) var id: Int?

  /// As what it was found.
  private(set) var aspect: FaceAspect

  /// As what it is looked for.
  var gaze: FaceAspect {
    guard let yaw = pose.yaw else { return aspect }
    return abs(yaw) < Self.profileYaw ? .frontal : yaw < 0 ? .left : .right
  }

  /// From so many degrees on a head shows its profile.
  private static let profileYaw = 25.0

  /// What speaks for a face, while that is not sure.
  private var suspicion: Suspicion?

  /// Where it should be now.
  private(set) var box: FaceBox

  /// How it is tilted and turned.
  var pose = HeadPose()

  /// Seconds since it was seen by a cascade.
  private(set) var unseen = 0.0

  /// Seconds since it was seen so that its place can be told well.
  private(set) var unsure = 0.0

  /// Whether another face is in front of it.
  private(set) var isCovered = false

  /// Seconds since it was looked for.
  private(set) var unlooked = 0.0

  /// Frames since it was seen in which its points could not be followed either.
  private(set) var lostFrames = 0

  /// Whether it is only supposed to go on as before: it isn't seen, nor can its points be followed.
  private var isAdrift = false

  /// Pixels a second.
  private(set) var velocity = Point.zero

  /// How often it was seen.
  private var sightings = 0

  private var shown: SmoothedBox

  /// How long a face is shown, and its number kept, while it isn't seen.
  enum Patience {
    /// 15 frames of a usual stream, for a face that was seen often enough.
    static let shown = 0.5
    /// While its points can be trusted to tell its size and tilt.
    static let unsure = 0.3
    /// How much each sighting adds to that from a tenth on.
    static let perSighting = 0.05
    /// A place that may be a face.
    static let suspected = 0.25
    /// As long again, and once more, so that someone who turned away comes back as who they are.
    static let kept = 1.5
    /// Frames without any trace.
    static let lostFrames = 3
  }

  /// Begins to follow a place that may be a face.
  init(at box: FaceBox, aspect: FaceAspect = .frontal) {
    (self.box, self.aspect) = (box, aspect)
    suspicion = Suspicion()
    shown = SmoothedBox(box)
  }

  /// Whether it can be shown.
  var isVisible: Bool { id != nil && isFollowed }

  /// Whether it is still where it was seen, or near.
  var isFollowed: Bool {
    unseen <= min(Patience.shown, 0.1 + Double(sightings) * Patience.perSighting)
      && lostFrames <= Patience.lostFrames
  }

  /// Whether it can be forgotten, and its number with it.
  var isOver: Bool { id == nil ? suspicion == nil || unseen > Patience.suspected : unseen > Patience.kept }

  /// Takes note of a close look at what may be a face.
  mutating func look(votes: Double) -> Suspicion.Outcome {
    unlooked = 0
    return suspicion?.look(votes: votes) ?? .nothing
  }

  /// Takes note that what may be a face could not be verified as one.
  mutating func refute() { suspicion?.refute() }

  /// Takes note of where a close look found what may be a face.
  mutating func find(_ found: FaceBox, as aspect: FaceAspect) {
    self.aspect = aspect
    (unseen, unsure, lostFrames) = (0, 0, 0)
    (box.center, box.size) = (found.center, found.size)
    shown = SmoothedBox(box)
  }

  /// Gives the face its number, once it is sure that it is one.
  mutating func identify(as id: Int) {
    self.id = id
    suspicion = nil
  }

  /// Gives its number up.
  mutating func forget() { (id, suspicion) = (nil, nil) }

  /// Whether it should be looked for: every second frame or so of a usual stream, and at once where its points are lost.
  var isDue: Bool { unlooked >= 0.05 || lostFrames > 0 || unseen > 0.1 }

  /// Where it is shown.
  var place: FaceBox { shown.box }

  /// Goes on to the next frame.
  ///
  /// - Parameters:
  ///   - flow: How its points moved; nil where that can't be told.
  ///   - isCovered: Whether another face is in front of it: then its points are the other's.
  ///   - interval: Seconds since the frame before.
  mutating func advance(by flow: MedianFlow?, isCovered: Bool, after interval: Double) {
    self.isCovered = isCovered
    unseen += interval
    unsure += interval
    unlooked += interval
    isAdrift = flow == nil || isCovered
    if let flow, !isCovered {
      lostFrames = 0
      move(by: flow, after: interval)
    } else {
      if !isCovered { lostFrames += 1 }
      guard isFollowed || isCovered else { return }
      box.center.x += velocity.x * interval
      box.center.y += velocity.y * interval
    }
  }

  private mutating func move(by flow: MedianFlow, after interval: Double) {
    // The window's pixels are turned and scaled with the face.
    let unit = box.size / FaceWindow.flowScale
    let (sine, cosine) = (sin(box.roll * .pi / 180), cos(box.roll * .pi / 180))
    let (dx, dy) = (flow.shift.x * unit, flow.shift.y * unit)
    let step = Point(x: dx * cosine - dy * sine, y: dx * sine + dy * cosine)
    box.center = Point(x: box.center.x + step.x, y: box.center.y + step.y)
    // What comes in front of it moves some of its points: as long as nobody sees how large it is, it stays so.
    if unsure < Patience.unsure {
      box.size *= min(max(flow.scale, 0.9), 1.1)
      box.roll += min(max(flow.rotation, -10), 10)
    }
    guard interval > 0 else { return }
    let weight = 0.3
    velocity.x += weight * (step.x / interval - velocity.x)
    velocity.y += weight * (step.y / interval - velocity.y)
  }

  /// Takes note that it was looked for and seen.
  ///
  /// - Parameter isExact: Whether the sighting tells the place well: profiles and tilted faces are seen larger or smaller.
  mutating func see(_ sighting: FaceBox, isExact: Bool) {
    (unseen, unlooked, lostFrames, isAdrift) = (0, 0, 0, false)
    if isExact { unsure = 0 }
    sightings += 1
    let (near, size) = isExact ? (0.4, 0.2) : (0.3, 0.1)
    box.center.x += near * (sighting.center.x - box.center.x)
    box.center.y += near * (sighting.center.y - box.center.y)
    box.size *= pow(sighting.size / box.size, size)
  }

  /// Whether to look at how it is tilted and turned: every other time that it is seen, and more often at first.
  var isPoseDue: Bool { isVisible && unseen == 0 && (sightings % 2 == 0 || sightings < 12) }

  /// Takes note that it was looked for and not seen.
  mutating func miss() { unlooked = 0 }

  /// Whether a face that was found can be this one, which was lost.
  func canBe(_ found: FaceBox) -> Bool {
    id != nil && (isAdrift || !isFollowed) && box.distance(to: found) < 1.5 && abs(found.size / box.size - 1) < 0.5
  }

  /// Turns by what a look at its tilt told.
  mutating func tilt(by degrees: Double) { box.roll += degrees }

  /// Smooths where it is shown, once a frame.
  mutating func smooth(after interval: Double) { shown.follow(box, after: interval) }
}
