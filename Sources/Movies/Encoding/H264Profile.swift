/// How much of H.264 a player has to know (ISO/IEC 14496-10, annex A).
public enum H264Profile: String, Sendable, Hashable, CaseIterable {
  /// What the simplest ones do: no frame stands for later ones.
  case baseline
  /// What televisions do.
  case main
  /// What looks best.
  case high
}
