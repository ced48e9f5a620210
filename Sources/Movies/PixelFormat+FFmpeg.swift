import COpenCaptureFFmpeg
import OpenCaptureMediaSamples
import OpenCaptureResampling

extension PixelFormat {
  /// The formats that FFmpeg has too, in the order in which it is told of them.
  static let ofFFmpeg = supported.filter { $0.ffmpegName != nil }

  /// The format with FFmpeg's name of it and a range; nil where there is none.
  init?(ffmpegName: UnsafePointer<CChar>?, isFullRange: Bool) {
    guard let name = ffmpegName.map({ String(cString: $0) }) else { return nil }
    let format = Self.ofFFmpeg.first { $0.ffmpegName == name && ($0.colorRange == .full) == isFullRange }
    guard let format else { return nil }
    self = format
  }

  /// Tells FFmpeg of the formats that frames may be in.
  static func withFFmpegFormats<Result>(_ body: (UnsafeBufferPointer<cffmpeg_pixels>) -> Result) -> Result {
    var words = CStrings()
    let pixels = ofFFmpeg.map { format in
      cffmpeg_pixels(name: words.add(format.ffmpegName ?? ""), is_full_range: format.colorRange == .full)
    }
    defer { extendLifetime(words) }
    return pixels.withUnsafeBufferPointer(body)
  }
}
