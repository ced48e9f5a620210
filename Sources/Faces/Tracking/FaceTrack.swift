import Glibc
import OpenCaptureMediaSamples

/// The state of one tracked face: expected position, certainty and lifetime.
///
/// Times are in seconds, positions in pixels of the working picture.
struct FaceTrack: Sendable, Hashable {
  /// The face's number; nil until the face is confirmed.
  private(set) var id: Int?

  /// The side of the face at its first detection.
  private(set) var aspect: FaceSide

  /// The side of the face to search for now.
  var viewingSide: FaceSide {
    guard let yaw = pose.yaw else { return aspect }
    return abs(yaw) < Self.profileYaw ? .frontal : yaw < 0 ? .left : .right
  }

  /// The yaw in degrees from which a head shows its profile.
  private static let profileYaw = 25.0

  /// Whether a verification of the face was clear.
  private(set) var isClear = false

  /// The evidence for a face that isn't confirmed yet.
  private var suspicion: CandidateEvidence?

  /// The expected position.
  private(set) var box: FaceBox

  /// The tilt and yaw of the head.
  var pose = HeadPose()

  /// The time since a cascade detected the face, in seconds.
  private(set) var timeSinceDetection = 0.0

  /// The time since a detection with a reliable position, in seconds.
  private(set) var timeSinceReliableDetection = 0.0

  /// Whether another face is in front.
  private(set) var isCovered = false

  /// The time since the last search for the face, in seconds.
  private(set) var timeSinceSearch = 0.0

  /// The number of frames since the last detection in which point tracking failed, too.
  private(set) var lostFrames = 0

  /// Whether the position is only extrapolated: the face isn't detected, and its points can't be tracked.
  private var isExtrapolated = false

  /// The velocity, in pixels per second.
  private(set) var velocity = Point.zero

  private var sightings = 0

  /// The time between the last two frames, in seconds.
  private var frameInterval = 0.0

  private var shown: SmoothedBox

  /// Time limits for a face without detection, in seconds.
  enum TrackTimeouts {
    /// The maximum time that a face is reported: 15 frames at 30 fps.
    static let shown = 0.5
    /// The time that size and tilt are derived from tracked points.
    static let timeSinceReliableDetection = 0.3
    /// The additional reporting time per detection, starting at 0.1 s.
    static let perSighting = 0.05
    /// The minimum time between verifications of a face that waits for a clear one.
    static let faintInterval = 0.09
    /// The time that an unconfirmed face is kept.
    static let suspected = 0.25
    /// The time that a face's number is kept for a person returning.
    static let kept = 1.5
    /// The minimum of the other limits, in frames: at low frame rates, a frame takes longer than they do.
    static let frames = 1.5
    /// The maximum number of consecutive frames without any trace.
    static let lostFrames = 3
  }

  /// Starts to track a candidate.
  init(at box: FaceBox, aspect: FaceSide = .frontal) {
    self.box = box
    self.aspect = aspect
    suspicion = CandidateEvidence()
    shown = SmoothedBox(box)
  }

  /// Whether the face is reported.
  var isVisible: Bool { id != nil && isFollowed }

  /// Whether the face is still near the place of its last detection.
  var isFollowed: Bool {
    isDetected(within: min(TrackTimeouts.shown, 0.1 + Double(sightings) * TrackTimeouts.perSighting))
      && lostFrames <= TrackTimeouts.lostFrames
  }

  /// Returns whether the last detection is not older than a time limit in seconds, or than one frame.
  private func isDetected(within limit: Double) -> Bool {
    timeSinceDetection <= max(limit, TrackTimeouts.frames * frameInterval)
  }

  /// Whether the track and its number can be removed.
  var isOver: Bool {
    id == nil
      ? suspicion == nil || !isDetected(within: TrackTimeouts.suspected) : !isDetected(within: TrackTimeouts.kept)
  }

  /// Whether to verify the unconfirmed face: in every frame, but less often while it waits for a clear verification.
  var isVerificationDue: Bool {
    suspicion?.isFaint == true ? timeSinceSearch >= TrackTimeouts.faintInterval : id == nil
  }

  /// Records a verification of an unconfirmed face.
  mutating func look(votes: Double) -> CandidateEvidence.Outcome {
    timeSinceSearch = 0
    isClear = isClear || votes >= CandidateEvidence.clearVotes
    return suspicion?.look(votes: votes) ?? .nothing
  }

  /// Records that the second verification of an unconfirmed face failed.
  mutating func recordFailedVerification() { suspicion?.recordFailedVerification() }

  /// Records the position of an unconfirmed face from its verification.
  mutating func find(_ found: FaceBox, as aspect: FaceSide) {
    self.aspect = aspect
    timeSinceDetection = 0
    timeSinceReliableDetection = 0
    lostFrames = 0
    box.center = found.center
    box.size = found.size
    shown = SmoothedBox(box)
  }

  /// Assigns a number to a confirmed face.
  mutating func identify(as id: Int) {
    self.id = id
    suspicion = nil
  }

  mutating func forget() {
    id = nil
    suspicion = nil
  }

  /// Whether to search for the face: about every second frame, or at once if its points are lost.
  var isDue: Bool { timeSinceSearch >= 0.05 || lostFrames > 0 || timeSinceDetection > 0.1 }

  /// The smoothed position to report.
  var place: FaceBox { shown.box }

  /// Advances to the next frame.
  ///
  /// - Parameters:
  ///   - flow: The motion of the face's points; nil if it is unknown.
  ///   - isCovered: Whether another face is in front, so that the points belong to that face.
  ///   - interval: The time since the previous frame, in seconds.
  mutating func advance(by flow: MedianFlow?, isCovered: Bool, after interval: Double) {
    self.isCovered = isCovered
    timeSinceDetection += interval
    timeSinceReliableDetection += interval
    timeSinceSearch += interval
    frameInterval = interval
    isExtrapolated = flow == nil || isCovered
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
    let step = box.step(of: flow)
    box.center = Point(x: box.center.x + step.x, y: box.center.y + step.y)
    // An object in front moves some of the points. Keep size and tilt until the next reliable detection.
    if timeSinceReliableDetection < TrackTimeouts.timeSinceReliableDetection {
      box.size *= min(max(flow.scale, 0.9), 1.1)
      box.roll += min(max(flow.rotation, -10), 10)
    }
    guard interval > 0 else { return }
    let weight = 0.3
    velocity.x += weight * (step.x / interval - velocity.x)
    velocity.y += weight * (step.y / interval - velocity.y)
  }

  /// Records a detection, which isn't exact for profiles and tilted faces.
  mutating func see(_ sighting: FaceBox, isExact: Bool) {
    timeSinceDetection = 0
    timeSinceSearch = 0
    lostFrames = 0
    isExtrapolated = false
    if isExact { timeSinceReliableDetection = 0 }
    sightings += 1
    let (near, size) = isExact ? (0.4, 0.2) : (0.3, 0.1)
    box.center.x += near * (sighting.center.x - box.center.x)
    box.center.y += near * (sighting.center.y - box.center.y)
    box.size *= pow(sighting.size / box.size, size)
  }

  /// Whether to measure tilt and yaw: after every other detection, and more often at first.
  var isPoseDue: Bool { isVisible && timeSinceDetection == 0 && (sightings % 2 == 0 || sightings < 12) }

  /// Records a search without detection.
  mutating func miss() { timeSinceSearch = 0 }

  /// Returns whether a new face can be this lost one.
  func canMatch(_ found: FaceBox) -> Bool {
    id != nil && (isExtrapolated || !isFollowed) && box.distance(to: found) < 1.5
      && abs(found.size / box.size - 1) < 0.5
  }

  /// Corrects the tilt by a measured difference.
  mutating func tilt(by degrees: Double) { box.roll += degrees }

  /// Updates the smoothed position, once per frame.
  mutating func smooth(after interval: Double) { shown.follow(box, after: interval) }
}

/// The side of a face to search for.
enum FaceSide: Sendable, Hashable {
  case frontal
  /// A profile facing the picture's left.
  case left
  /// A profile facing right, searched for in the mirrored picture.
  case right

  /// The view to request from the engine.
  var view: FaceView { self == .frontal ? .frontal : .profile }

  /// Whether the picture is mirrored for the engine.
  var isMirrored: Bool { self == .right }
}
