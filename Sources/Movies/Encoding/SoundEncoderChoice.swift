import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// One way to encode sound, as FFmpeg is told.
struct SoundEncoderChoice: Sendable, Hashable {
  /// FFmpeg's name of the encoder.
  let name: String
  let codec: AudioCodecType
  /// FFmpeg's options of the encoder.
  var options = ""
  /// FFmpeg's name of how it takes samples; nil for what it names first.
  var samples: String?
}

extension AudioCodecType {
  /// The ways to encode it, the best first.
  ///
  /// - Parameter samples: How those are stored that it shall lose nothing of, as far as it can: what loses nothing of 16 bits
  ///   does of 32 unless it knows of them.
  func choices(for samples: AudioCommonFormat = .pcmFormatInt16) -> [SoundEncoderChoice] {
    switch self {
    case .aac: [SoundEncoderChoice(name: "aac", codec: self)]
    case .opus:
      [
        SoundEncoderChoice(name: "libopus", codec: self),
        SoundEncoderChoice(name: "opus", codec: self, options: "strict=experimental"),
      ]
    case .flac:
      [SoundEncoderChoice(name: "flac", codec: self, samples: samples == .pcmFormatInt16 ? "s16" : "s32")]
    case .appleLossless: [SoundEncoderChoice(name: "alac", codec: self)]
    case .mpegLayer3: [SoundEncoderChoice(name: "libmp3lame", codec: self)]
    case .linearPCM:
      switch samples {
      case .pcmFormatInt16: [SoundEncoderChoice(name: "pcm_s16le", codec: self)]
      case .pcmFormatInt32: [SoundEncoderChoice(name: "pcm_s32le", codec: self)]
      case .pcmFormatFloat32: [SoundEncoderChoice(name: "pcm_f32le", codec: self)]
      }
    default: []
    }
  }

  /// Whether FFmpeg has an encoder of it.
  var hasEncoder: Bool { choices().contains { cffmpeg_has_encoder($0.name) } }

  /// The rate that it has which is nearest to one, in Hz.
  func sampleRate(nearest rate: Int) -> Int {
    let rates: [Int] =
      switch self {
      case .opus: [48_000, 24_000, 16_000, 12_000, 8_000]
      case .mpegLayer3: [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
      case .aac:
        [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
      default: [rate]
      }
    // What is above is kept rather than what is below: nothing is lost that way.
    return rates.last { $0 >= rate } ?? rates[0]
  }
}
