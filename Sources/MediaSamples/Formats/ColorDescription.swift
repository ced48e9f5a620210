/// What the extreme values of a colour component stand for.
public enum ColorRange: Sendable, Hashable, CaseIterable {
  /// Luma from 16 to 235, chroma from 16 to 240.
  case video
  /// All components from 0 to 255.
  case full
}

/// How red, green and blue weigh in luma and chroma.
public enum ColorMatrix: Sendable, Hashable, CaseIterable {
  /// ITU-R BT.601: standard-definition video and every JFIF picture.
  case bt601
  /// ITU-R BT.709: high-definition video.
  case bt709
}
