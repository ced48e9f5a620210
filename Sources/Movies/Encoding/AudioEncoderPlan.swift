import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// The candidate audio encoders for a file, with the writing options.
package struct AudioEncoderPlan: Sendable {
  let options: AudioWritingOptions
  /// The candidate encoders, preferred first; never empty.
  let choices: [AudioEncoderCandidate]
  /// Whether the container stores the decoder parameters in its header.
  let usesGlobalHeader: Bool

  /// - Parameters:
  ///   - codecs: The codecs that the container supports, preferred first; never empty.
  ///   - samples: The sample format to preserve if the codec can and the options specify none.
  /// - Throws: ``MovieError`` with `MovieError.Code.invalidOption` if the container does not support the options.
  init(
    _ options: AudioWritingOptions, codecs: [AudioCodecType], samples: AudioCommonFormat = .pcmFormatInt16,
    usesGlobalHeader: Bool, container: String, name: String
  ) throws(MovieError) {
    if let validationError = options.validationError {
      throw MovieError(.invalidOption, subject: name, reason: validationError)
    }
    let codec = options.codec ?? codecs[0]
    let choices = codec.choices(for: options.commonFormat ?? samples)
    guard codecs.contains(codec), !choices.isEmpty else {
      let known = codecs.map(\.description).joined(separator: ", ")
      throw MovieError(
        .invalidOption, subject: name, reason: "\(container) does not support \(codec)", hint: "use \(known)")
    }
    self.options = options
    self.choices = choices
    self.usesGlobalHeader = usesGlobalHeader
  }
}

extension MovieContainer {
  /// Returns the encoding plan for audio in this container.
  package func audioEncoderPlan(_ options: AudioWritingOptions, name: String) throws(MovieError) -> AudioEncoderPlan
  {
    try AudioEncoderPlan(
      options, codecs: audioCodecs, usesGlobalHeader: usesGlobalHeader, container: "\(self)", name: name)
  }
}

/// An audio encoder with its FFmpeg settings.
struct AudioEncoderCandidate: Sendable, Hashable {
  /// FFmpeg's name of the encoder.
  let name: String
  let codec: AudioCodecType
  /// FFmpeg's options of the encoder.
  var options = ""
  /// FFmpeg's name of the required sample format; nil for the encoder's default.
  var samples: String?
}

extension AudioCodecType {
  /// Returns the encoders for the codec, preferred first.
  ///
  /// - Parameter samples: The sample format that a lossless codec should preserve.
  func choices(for samples: AudioCommonFormat = .pcmFormatInt16) -> [AudioEncoderCandidate] {
    switch self {
    case .aac: [AudioEncoderCandidate(name: "aac", codec: self)]
    case .opus:
      [
        AudioEncoderCandidate(name: "libopus", codec: self),
        AudioEncoderCandidate(name: "opus", codec: self, options: "strict=experimental"),
      ]
    case .flac:
      [AudioEncoderCandidate(name: "flac", codec: self, samples: samples == .pcmFormatInt16 ? "s16" : "s32")]
    case .appleLossless: [AudioEncoderCandidate(name: "alac", codec: self)]
    case .mpegLayer3: [AudioEncoderCandidate(name: "libmp3lame", codec: self)]
    case .linearPCM:
      switch samples {
      case .pcmFormatInt16: [AudioEncoderCandidate(name: "pcm_s16le", codec: self)]
      case .pcmFormatInt32: [AudioEncoderCandidate(name: "pcm_s32le", codec: self)]
      case .pcmFormatFloat32: [AudioEncoderCandidate(name: "pcm_f32le", codec: self)]
      }
    default: []
    }
  }

  /// Whether FFmpeg has an encoder for the codec.
  var hasEncoder: Bool { choices().contains { cffmpeg_has_encoder($0.name) } }

  /// Returns the codec's lowest sample rate in Hz that is at least the given rate, or else its highest rate.
  func sampleRate(nearest rate: Int) -> Int {
    let rates: [Int] =
      switch self {
      case .opus: [48_000, 24_000, 16_000, 12_000, 8_000]
      case .mpegLayer3: [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
      case .aac: [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
      default: [rate]
      }
    // A higher rate preserves all frequencies.
    return rates.last { $0 >= rate } ?? rates[0]
  }
}
