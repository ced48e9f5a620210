import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The state of one face found by a ``LandmarkFaceEngine``; times in seconds, positions in pixels of the working
/// picture.
struct LandmarkTrack: Sendable {
  /// The position of a face in a frame.
  struct Place: Sendable, Hashable {
    var bounds: Rect
    var landmarks: FaceLandmarks

    /// Returns a position between this one and another; 0 is this one, and 1 is the other.
    func mixed(with other: Self, at fraction: Double) -> Self {
      let mix = { (a: Double, b: Double) in a + (b - a) * fraction }
      let points = zip(landmarks.points, other.landmarks.points).map {
        Point(x: mix($0.x, $1.x), y: mix($0.y, $1.y))
      }
      return Self(
        bounds: Rect(
          x: mix(bounds.minX, other.bounds.minX), y: mix(bounds.minY, other.bounds.minY),
          width: mix(bounds.width, other.bounds.width), height: mix(bounds.height, other.bounds.height)),
        landmarks: FaceLandmarks(points) ?? landmarks)
    }

    /// Moves the position.
    mutating func move(by step: Point) {
      bounds = Rect(x: bounds.minX + step.x, y: bounds.minY + step.y, width: bounds.width, height: bounds.height)
      landmarks = landmarks.mapped { Point(x: $0.x + step.x, y: $0.y + step.y) }
    }

    /// The square that point tracking uses.
    var box: FaceBox {
      FaceBox(center: bounds.center, size: bounds.area.squareRoot(), roll: landmarks.roll)
    }
  }

  /// The face's number; nil until the face is confirmed.
  private(set) var id: Int?
  private(set) var place: Place
  /// The time since the engine detected the face.
  private(set) var timeSinceDetection = 0.0
  /// The frames in which the engine detected the face, until it is confirmed.
  private(set) var history: [(frame: Int, place: Place)]
  /// The center at the last detection.
  private var lastCenter: Point
  private var velocity = Point.zero
  private var scores: [Double]
  private var detectionCount = 1
  private var lostFrames = 0
  private var lostTime = 0.0
  private var shown: SmoothedPlace

  /// The thresholds for a face; see `Models/README.md`.
  enum Scores {
    /// The lowest score of a detection that continues a track.
    static let continuing = 0.4
    /// The lowest score of a detection that is assigned first.
    static let clear = 0.6
    /// The lowest score of a detection that begins a track.
    static let beginning = 0.7
    /// The lowest score of the best detection of a confirmed face.
    static let best = 0.8
    /// The lowest mean of the three best of the last eight scores of a confirmed face.
    static let mean = 0.75
  }

  /// The time limits for a face without detection.
  private enum Timeouts {
    static let shown = 0.3
    /// The additional reporting time per detection, beginning with the length of two frames.
    static let perDetection = 1.0 / 30
    static let unconfirmed = 0.2
    static let kept = 1.5
    /// The maximum number of consecutive frames without any trace.
    static let lostFrames = 3
    /// The time for which more frames may have no trace.
    static let lostTime = 0.1
  }

  /// Starts to track a face.
  init(_ face: DetectedFace, frame: Int) {
    place = Place(bounds: face.bounds, landmarks: face.landmarks)
    lastCenter = face.bounds.center
    history = [(frame, place)]
    scores = [face.score]
    shown = SmoothedPlace(place)
  }

  /// Whether the face is reported.
  var isVisible: Bool { id != nil && isFollowed }

  private var isFollowed: Bool {
    timeSinceDetection <= min(Timeouts.shown, Double(2 + detectionCount) * Timeouts.perDetection)
      && (lostFrames <= Timeouts.lostFrames || lostTime <= Timeouts.lostTime)
  }

  /// Returns whether the track and its number can be removed.
  func isOver(interval: Double) -> Bool {
    timeSinceDetection > (id == nil ? max(Timeouts.unconfirmed, 2.5 * interval) : Timeouts.kept)
  }

  /// Whether enough detections were found, and certain enough ones.
  var isConvincing: Bool {
    guard detectionCount >= 3, let best = scores.max(), best >= Scores.best else { return false }
    return scores.sorted(by: >).prefix(3).reduce(0, +) / 3 >= Scores.mean
  }

  /// Assigns a number to a confirmed face.
  mutating func identify(as id: Int) {
    self.id = id
    history = []
  }

  /// Returns the expected bounds in the next frame.
  func expectedBounds(after interval: Double) -> Rect {
    var place = place
    place.move(by: Point(x: velocity.x * interval, y: velocity.y * interval))
    return place.bounds
  }

  /// Returns the fitness of a detection for this track with its expected bounds; nil for a detection of another face.
  func fitness(of face: DetectedFace, at expected: Rect) -> Double? {
    let overlap = expected.overlap(face.bounds)
    let dx = (face.bounds.center.x - expected.center.x) / max(face.bounds.width, expected.width)
    let dy = (face.bounds.center.y - expected.center.y) / max(face.bounds.height, expected.height)
    let distance = hypot(dx, dy)
    let ratio = face.bounds.height / expected.height
    guard overlap >= 0.2 || distance < 0.7 && max(ratio, 1 / ratio) < 1.6 else { return nil }
    return overlap - distance + (face.score >= Scores.clear ? 0.5 : 0) + (id == nil ? 0 : 0.3)
  }

  /// Records a detection.
  mutating func see(_ face: DetectedFace, frame: Int, after interval: Double) {
    let seconds = timeSinceDetection + interval
    if seconds > 0 {
      let center = face.bounds.center
      velocity.x += 0.4 * ((center.x - lastCenter.x) / seconds - velocity.x)
      velocity.y += 0.4 * ((center.y - lastCenter.y) / seconds - velocity.y)
    }
    place = Place(bounds: face.bounds, landmarks: face.landmarks)
    lastCenter = face.bounds.center
    timeSinceDetection = 0
    lostFrames = 0
    lostTime = 0
    detectionCount += 1
    scores = scores.suffix(7) + [face.score]
    if id == nil { history.append((frame, place)) }
  }

  /// Advances to a frame without a detection by the motion of the face's points; nil if it is unknown.
  mutating func advance(by flow: MedianFlow?, after interval: Double) {
    timeSinceDetection += interval
    if let flow {
      lostFrames = 0
      lostTime = 0
      place.move(by: place.box.step(of: flow))
    } else {
      lostFrames += 1
      lostTime += interval
      place.move(by: Point(x: velocity.x * interval, y: velocity.y * interval))
    }
  }

  /// Returns whether a new face can be this lost one.
  func canMatch(_ other: LandmarkTrack) -> Bool {
    let ratio = other.place.bounds.height / place.bounds.height
    return id != nil && !isFollowed && place.box.distance(to: other.place.box) < 1.5 && max(ratio, 1 / ratio) < 1.5
  }

  /// The smoothed position to report.
  var reported: Place { shown.place }

  /// Updates the smoothed position, once per frame.
  mutating func smooth(after interval: Double) { shown.follow(place, after: interval) }
}

extension FaceLandmarks {
  /// Creates landmarks from all positions in the order of ``points``; nil for another number of positions.
  init?(_ points: [Point]) {
    guard points.count == 5 else { return nil }
    self.init(
      rightEye: points[0], leftEye: points[1], nose: points[2], rightMouthCorner: points[3],
      leftMouthCorner: points[4])
  }
}

/// A position of a face that follows another one smoothly.
struct SmoothedPlace: Sendable {
  private(set) var place: LandmarkTrack.Place
  private var box: SmoothedBox
  private var shape = OneEuroFilter(restCutoff: 0.6, speedGain: 1.5)
  private var points = [OneEuroFilter](repeating: OneEuroFilter(restCutoff: 2, speedGain: 6), count: 10)

  init(_ place: LandmarkTrack.Place) {
    self.place = place
    box = SmoothedBox(place.box)
    follow(place, after: 0)
  }

  /// Updates the position towards a target.
  ///
  /// Landmarks are filtered relative to the bounds.
  mutating func follow(_ target: LandmarkTrack.Place, after interval: Double) {
    box.follow(target.box, after: interval)
    let proportion = exp(shape.update(log(target.bounds.width / target.bounds.height), after: interval))
    let width = box.box.size * proportion.squareRoot()
    let height = box.box.size / proportion.squareRoot()
    let center = box.box.center
    place.bounds = Rect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    let from = target.bounds
    var smoothed: [Point] = []
    for (index, point) in target.landmarks.points.enumerated() {
      let x = points[2 * index].update((point.x - from.center.x) / from.width, after: interval)
      let y = points[2 * index + 1].update((point.y - from.center.y) / from.height, after: interval)
      smoothed.append(Point(x: center.x + x * width, y: center.y + y * height))
    }
    place.landmarks = FaceLandmarks(smoothed) ?? target.landmarks
  }
}
