import OpenCaptureMediaSamples

/// What sound is to become.
package struct SoundEncoderPlan: Sendable {
  let options: AudioWritingOptions
  /// The ways to encode it, the best first; one at least.
  let choices: [SoundEncoderChoice]
  /// Whether the container has what a decoder must be told first in one place.
  let wantsHeader: Bool

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - codecs: Those that the container takes, the best first; one at least.
  ///   - samples: How those are stored that nothing shall be lost of where the codec can, unless the options say that;
  ///     default whole numbers of 16 bits.
  ///   - container: What errors call it.
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidOption`` where it can't be as was asked.
  init(
    _ options: AudioWritingOptions, codecs: [AudioCodecType], samples: AudioCommonFormat = .pcmFormatInt16,
    wantsHeader: Bool, container: String, name: String
  ) throws(MovieError) {
    if let complaint = options.complaint { throw MovieError(.invalidOption, subject: name, reason: complaint) }
    let codec = options.codec ?? codecs[0]
    let choices = codec.choices(for: options.commonFormat ?? samples)
    guard codecs.contains(codec), !choices.isEmpty else {
      let known = codecs.map(\.description).joined(separator: ", ")
      throw MovieError(
        .invalidOption, subject: name, reason: "\(codec) isn't written to \(container)", remedy: "take \(known)")
    }
    (self.options, self.choices, self.wantsHeader) = (options, choices, wantsHeader)
  }
}

extension AudioCodecType {
  /// More channels than this become as many.
  var mostChannels: Int { self == .mpegLayer3 ? 2 : 8 }
}

extension MovieContainer {
  /// What sound becomes in it.
  ///
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidOption`` where it can't be as was asked.
  package func soundPlan(_ options: AudioWritingOptions, name: String) throws(MovieError) -> SoundEncoderPlan {
    try SoundEncoderPlan(options, codecs: audioCodecs, wantsHeader: wantsHeader, container: "\(self)", name: name)
  }
}
