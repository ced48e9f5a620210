extension CapturePhotoOutput {
  /// What counts more, the picture or the time that it takes (`AVCapturePhotoOutput.QualityPrioritization`).
  public enum QualityPrioritization: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// The next frame that arrives, though it may have been exposed a moment before the call; encoded fast: JPEG at 85.
    case speed = 1
    /// The next frame that is exposed after the call; JPEG at 90.
    case balanced
    /// The same frame; JPEG at 95, with chroma as fine as luma where the camera delivers more than a quarter of it, PNG
    /// as small as it gets.
    case quality

    /// Whether the left one counts the time more.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }
}
