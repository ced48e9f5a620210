/// The tilt and yaw of a tracked head, measured by additional scans that are spread over frames.
///
/// Each search for the face includes one additional scan: tilted a little less, tilted a little more, or a profile
/// of either side. So every frame costs the same, and all values are updated several times per second.
struct HeadPose: Sendable, Hashable {
  /// An additional scan.
  enum PoseScan: Int, CaseIterable, Sendable {
    /// Tilted less, by ``HeadPose/sweep``.
    case lessTilted
    /// Tilted more, by ``HeadPose/sweep``.
    case moreTilted
    /// A profile facing left.
    case left
    /// A profile facing right.
    case right
    /// The second frontal cascade.
    case confirmation

    /// The view to search for; for the right side, in the mirrored picture.
    var view: FaceView {
      switch self {
      case .lessTilted, .moreTilted: .frontal
      case .left, .right: .profile
      case .confirmation: .confirmation
      }
    }

    /// The rotation relative to the known tilt, in degrees.
    var turn: Double {
      switch self {
      case .lessTilted: -HeadPose.sweep
      case .moreTilted: HeadPose.sweep
      case .left, .right, .confirmation: 0
      }
    }

    fileprivate var next: Self { Self(rawValue: rawValue + 1) ?? .lessTilted }
  }

  /// The rotation of scans to both sides of the known tilt, in degrees.
  static let sweep = 15.0

  private(set) var nextScan = PoseScan.lessTilted

  /// Whether the tilt has been measured.
  private(set) var isRollKnown = false

  /// The rotation of the head to the side, in degrees; nil until it is known.
  var yaw: Double? { YawEstimate.yaw(left: left.value, right: right.value, frontal: frontal.value) }

  /// Whether this is probably a false detection: only the first cascade finds a face.
  var isDoubtful: Bool { confirmation.looks >= 5 && max(confirmation.value, left.value, right.value) < 0.25 }

  private var lessTilted = 0
  private var left = Votes()
  private var right = Votes()
  private var frontal = Votes()
  private var confirmation = Votes()

  /// Records the window counts of the face and of the additional scan; returns the change of tilt, if determined.
  mutating func see(face: Int, look: Int) -> Double? {
    frontal.add(face)
    defer { nextScan = nextScan.next }
    switch nextScan {
    case .left: left.add(look)
    case .right: right.add(look)
    // If the first cascade finds nothing either, the face may be looking away.
    case .confirmation where face > 0: confirmation.add(look)
    case .confirmation: break
    case .lessTilted: lessTilted = look
    case .moreTilted: return tilt(face: face, moreTilted: look)
    }
    return nil
  }

  private mutating func tilt(face: Int, moreTilted: Int) -> Double? {
    let looks = [(-Self.sweep, lessTilted), (0, face), (Self.sweep, moreTilted)]
    guard looks.reduce(0, { $0 + $1.1 }) >= 4 else { return nil }
    isRollKnown = true
    return RollEstimate.centroid(looks.map { (roll: $0.0, weight: Double($0.1)) })
  }

  /// A moving average of window counts.
  private struct Votes: Sendable, Hashable {
    var value = 0.0
    var looks = 0

    mutating func add(_ windows: Int) {
      value += (looks == 0 ? 1 : 0.35) * (Double(windows) - value)
      looks += 1
    }
  }
}
