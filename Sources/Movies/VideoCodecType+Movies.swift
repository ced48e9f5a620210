public import OpenCaptureMediaSamples

extension VideoCodecType {
  /// MPEG-4 part 2, also called DivX and Xvid.
  public static let mpeg4 = Self(rawValue: "mp4v")
  /// VP8.
  public static let vp8 = Self(rawValue: "vp08")
  /// VP9.
  public static let vp9 = Self(rawValue: "vp09")

  /// The codec that FFmpeg calls so; codes of four characters are made up for those that have none here.
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
      default: Self(rawValue: FourCharCode(padding: name))
      }
  }
}

extension FourCharCode {
  /// The first four characters of a name, padded with spaces.
  init(padding name: String) {
    self.init(rawValue: (Array(name.utf8) + Array("    ".utf8)).prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
  }
}
