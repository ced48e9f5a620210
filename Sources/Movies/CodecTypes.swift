public import OpenCaptureMediaSamples

extension VideoCodecType {
  /// MPEG-4 part 2, also called DivX and Xvid.
  public static let mpeg4 = Self(rawValue: "mp4v")
  /// VP8.
  public static let vp8 = Self(rawValue: "vp08")
  /// VP9.
  public static let vp9 = Self(rawValue: "vp09")

  /// Creates the codec from FFmpeg's name; an unknown codec gets the first four characters of the name as its code.
  init(ffmpegName name: String) {
    self =
      switch name {
      case "h264": .h264
      case "hevc": .hevc
      case "mjpeg": .jpeg
      case "mpeg4": .mpeg4
      case "vp8": .vp8
      case "vp9": .vp9
      case "av1": .av1
      case "png", "apng": .png
      default: Self(rawValue: name)
      }
  }
}

/// An audio codec, identified by Core Audio's four-character code (`AVFormatIDKey`).
public struct AudioCodecType: RawRepresentable, Sendable, Hashable {
  /// The four-character code.
  public let rawValue: FourCharCode

  /// Creates the codec with a code.
  public init(rawValue: FourCharCode) { self.rawValue = rawValue }

  /// AAC, low complexity (`kAudioFormatMPEG4AAC`).
  public static let aac = Self(rawValue: "aac ")
  /// Opus (`kAudioFormatOpus`).
  public static let opus = Self(rawValue: "opus")
  /// FLAC, a lossless codec (`kAudioFormatFLAC`).
  public static let flac = Self(rawValue: "flac")
  /// Apple Lossless (`kAudioFormatAppleLossless`).
  public static let appleLossless = Self(rawValue: "alac")
  /// MP3 (`kAudioFormatMPEGLayer3`).
  public static let mpegLayer3 = Self(rawValue: ".mp3")
  /// Uncompressed audio (`kAudioFormatLinearPCM`).
  public static let linearPCM = Self(rawValue: "lpcm")

  /// Creates the codec from FFmpeg's name; an unknown codec gets the first four characters of the name as its code.
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
