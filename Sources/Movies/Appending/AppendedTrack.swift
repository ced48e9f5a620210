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

  /// Whether it is known what comes, before it does.
  var isExpected: Bool { expectedPicture != nil || expectedSound != nil }

  /// What stands for the pictures that come, as far as it is known before they do.
  var expectedPicture: SampleBuffer? {
    guard case .pictures(_, let fitting) = kind else { return nil }
    let known = fitting.dimensions.map {
      FormatDescription(pixelFormat: .i420, dimensions: $0, colorMatrix: .bt709)
    }
    return (hint ?? known).map { SampleBuffer(ofLostFrame: $0, timing: SampleTiming()) }
  }

  /// What stands for the sound that comes, as far as it is known before it does.
  var expectedSound: AudioFormat? {
    guard case .sound(let options) = kind else { return nil }
    if let format = hint?.audioFormat { return format }
    guard let rate = options.sampleRate, let channels = options.channelCount else { return nil }
    return try? AudioFormat(
      commonFormat: .pcmFormatFloat32, sampleRate: rate, channels: channels, interleaved: true)
  }
}
