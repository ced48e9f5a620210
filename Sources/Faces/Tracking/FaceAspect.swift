/// Which side of a face is looked for.
enum FaceAspect: Sendable, Hashable {
  case frontal
  /// It looks to the picture's left.
  case left
  /// It looks to the right: seen in the mirror, as one that looks to the left.
  case right

  /// What the engine is asked for.
  var view: FaceView { self == .frontal ? .frontal : .profile }

  /// Whether it is asked in the mirror.
  var isMirrored: Bool { self == .right }
}
