import OpenCaptureMediaSamples

/// One way to encode sound, as FFmpeg is told.
struct SoundEncoderChoice: Sendable, Hashable {
  /// FFmpeg's name of the encoder.
  let name: String
  let codec: AudioCodecType
  /// FFmpeg's options of the encoder.
  var options = ""
}

extension AudioCodecType {
  /// The ways to encode it, the best first.
  var choices: [SoundEncoderChoice] {
    switch self {
    case .aac: [SoundEncoderChoice(name: "aac", codec: self)]
    case .opus:
      [
        SoundEncoderChoice(name: "libopus", codec: self),
        SoundEncoderChoice(name: "opus", codec: self, options: "strict=experimental"),
      ]
    case .flac: [SoundEncoderChoice(name: "flac", codec: self)]
    case .appleLossless: [SoundEncoderChoice(name: "alac", codec: self)]
    case .linearPCM: [SoundEncoderChoice(name: "pcm_s16le", codec: self)]
    default: []
    }
  }

  /// The rate that it has which is nearest to one, in Hz.
  func sampleRate(nearest rate: Int) -> Int {
    let rates: [Int] =
      switch self {
      case .opus: [48_000, 24_000, 16_000, 12_000, 8_000]
      case .aac:
        [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
      default: [rate]
      }
    // What is above is kept rather than what is below: nothing is lost that way.
    return rates.last { $0 >= rate } ?? rates[0]
  }
}
