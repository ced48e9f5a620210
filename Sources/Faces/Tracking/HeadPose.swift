/// How a followed head is tilted and turned, from looks at it that are spread over frames.
///
/// Each time that the face is looked for, one more look is taken: tilted a little less, tilted a little more, in profile
/// from either side. So every frame costs the same, and all are renewed several times a second. Pure: what was found
/// comes in, and what to look at next comes out.
struct HeadPose: Sendable, Hashable {
  /// What to look at besides the face itself.
  enum Look: CaseIterable, Sendable, Hashable {
    /// Tilted less, by ``HeadPose/sweep``.
    case lessTilted
    /// Tilted more.
    case moreTilted
    /// For a profile that looks to the left.
    case left
    /// For one that looks to the right.
    case right
    /// For what the second cascade says.
    case confirmation

    /// What is looked for; on the right, in the mirror.
    var view: FaceView {
      switch self {
      case .lessTilted, .moreTilted: .frontal
      case .left, .right: .profile
      case .confirmation: .confirmation
      }
    }

    /// How much more tilted than thought, in degrees.
    var turn: Double {
      switch self {
      case .lessTilted: -HeadPose.sweep
      case .moreTilted: HeadPose.sweep
      case .left, .right, .confirmation: 0
      }
    }

    fileprivate var next: Self {
      switch self {
      case .lessTilted: .moreTilted
      case .moreTilted: .left
      case .left: .right
      case .right: .confirmation
      case .confirmation: .lessTilted
      }
    }
  }

  /// How far to both sides of the tilt so far, in degrees.
  static let sweep = 15.0

  /// What to look at next.
  private(set) var nextLook = Look.lessTilted

  /// Whether the tilt was measured at all.
  private(set) var isRollKnown = false

  /// How far the head is turned, in degrees; nil while too little was seen to tell.
  var yaw: Double? {
    YawEstimate.yaw(left: left.value, right: right.value, frontal: frontal.value)
  }

  /// Whether it is probably no face: the first cascade sees one, but no other does.
  var isDoubtful: Bool {
    confirmation.looks >= 5 && max(confirmation.value, left.value, right.value) < 0.25
  }

  private var lessTilted = 0
  private var left = Votes()
  private var right = Votes()
  private var frontal = Votes()
  private var confirmation = Votes()

  /// Takes note of how many windows the face itself had, and how many the next look had.
  ///
  /// - Returns: How much more the head is tilted than thought, in degrees; nil where the look doesn't tell.
  mutating func see(face: Int, look: Int) -> Double? {
    frontal.add(face)
    defer { nextLook = nextLook.next }
    switch nextLook {
    case .left: left.add(look)
    case .right: right.add(look)
    // Where the first cascade sees none either, it may be looking away.
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

  /// A number of windows, the older looks fading.
  private struct Votes: Sendable, Hashable {
    var value = 0.0
    var looks = 0

    mutating func add(_ windows: Int) {
      value += (looks == 0 ? 1 : 0.35) * (Double(windows) - value)
      looks += 1
    }
  }
}
