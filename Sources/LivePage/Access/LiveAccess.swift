/// What somebody may do who shows a token.
public enum LiveAccess: Int, Sendable, Hashable, Comparable {
  /// See pictures and what was found in them.
  case look
  /// Set the camera, take photos, record, and fetch what was taken, too.
  case control

  /// Whether less is allowed.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
