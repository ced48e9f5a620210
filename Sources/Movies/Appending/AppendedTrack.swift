package import OpenCaptureMediaSamples

/// What of one kind is appended to a file, and how it is written.
package struct AppendedTrack: Sendable {
  /// What is appended.
  package enum Kind: Sendable {
    /// Pictures.
    case pictures(MovieWritingOptions, PictureFitting)
    /// Sound.
    case sound(AudioWritingOptions)
  }

  /// What is appended.
  package let kind: Kind
  /// What comes, where that is known before it does; nil where it isn't.
  package let hint: FormatDescription?
  /// Whether it comes as it happens, and who appends can't wait.
  package let isRealTime: Bool

  /// Says what is appended.
  package init(_ kind: Kind, hint: FormatDescription? = nil, isRealTime: Bool) {
    (self.kind, self.hint, self.isRealTime) = (kind, hint, isRealTime)
  }

  /// Whether it is sound.
  var isSound: Bool { if case .sound = kind { true } else { false } }
}
