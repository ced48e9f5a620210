public import OpenCaptureMediaSamples

/// How sound is coded, named by Core Audio's four-character code (`AVFormatIDKey`).
public struct AudioCodecType: RawRepresentable, Sendable, Hashable {
  /// The four-character code.
  public let rawValue: FourCharCode

  /// Names the codec with this code.
  public init(rawValue: FourCharCode) { self.rawValue = rawValue }

  /// AAC, low complexity (`kAudioFormatMPEG4AAC`).
  public static let aac = Self(rawValue: "aac ")
  /// Opus (`kAudioFormatOpus`).
  public static let opus = Self(rawValue: "opus")
  /// FLAC, which loses nothing (`kAudioFormatFLAC`).
  public static let flac = Self(rawValue: "flac")
  /// Apple Lossless (`kAudioFormatAppleLossless`).
  public static let appleLossless = Self(rawValue: "alac")
  /// MP3 (`kAudioFormatMPEGLayer3`).
  public static let mpegLayer3 = Self(rawValue: ".mp3")
  /// Not coded at all (`kAudioFormatLinearPCM`).
  public static let linearPCM = Self(rawValue: "lpcm")

  /// The codec that FFmpeg calls so; codes of four characters are made up for those that have none here.
  init(ffmpegName name: String) {
    self =
      switch name {
      case "aac": .aac
      case "opus": .opus
      case "flac": .flac
      case "alac": .appleLossless
      case "mp3": .mpegLayer3
      case _ where name.hasPrefix("pcm_"): .linearPCM
      default: Self(rawValue: FourCharCode(padding: name))
      }
  }
}

extension AudioCodecType: CustomStringConvertible {
  /// The four-character code.
  public var description: String { rawValue.description }
}
