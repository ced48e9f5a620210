/// A place that may be a face, but isn't surely one.
///
/// A face that is blurred, small or half turned away is seen well in one frame and badly in the next: so it is looked at in
/// some more of them. Pure: what looks came to comes in.
struct Suspicion: Sendable, Hashable {
  /// What a look came to.
  enum Outcome: Sendable, Hashable {
    /// It is a face.
    case face
    /// It has to be looked at again.
    case suspect
    /// It is none.
    case nothing
  }

  /// Evidence of a close look that is enough at once.
  static let enough = 80.0
  /// Evidence of a close look that makes it worth to look again.
  private static let worthwhile = 4.0
  /// Windows that each frontal cascade must have in one frame: as many as are asked for everywhere, and both.
  private static let leastWindows = 3
  private static let mostLooks = 8

  private var looks = 0

  /// What the first, close look came to.
  static func first(evidence: Double) -> Outcome {
    evidence >= enough ? .face : evidence >= worthwhile ? .suspect : .nothing
  }

  /// Takes note of how many windows both cascades had in a frame.
  mutating func look(frontal: Int, confirmation: Int) -> Outcome {
    looks += 1
    if min(frontal, confirmation) >= Self.leastWindows { return .face }
    return looks < Self.mostLooks ? .suspect : .nothing
  }
}
