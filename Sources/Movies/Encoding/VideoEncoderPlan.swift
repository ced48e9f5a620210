import COpenCaptureFFmpeg
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A video encoder with its FFmpeg settings.
struct VideoEncoderCandidate: Sendable, Hashable {
  /// FFmpeg's name of the encoder.
  let name: String
  let codec: VideoCodecType
  /// FFmpeg's options of the encoder.
  let options: String
  /// libx264's preset; nil for other encoders.
  var preset: String?
  /// The device file of the graphics processor; nil for other encoders.
  var device: String?
  /// The size of the encoded frames.
  let dimensions: VideoDimensions
  /// The encoder's maximum timescale; 0 for any.
  var maximumTimescale = 0
  var reorderedFrameCount = 0
  var isFullRange = false
  let colorMatrix: ColorMatrix

  /// The encoder with its preset or device, such as `libx264 (veryfast)` or `h264_vaapi (/dev/dri/renderD128)`.
  var displayName: String { name + ((preset ?? device).map { " (\($0))" } ?? "") }
}

/// The candidate encoders for a movie, in order of preference.
struct VideoEncoderPlan {
  let dimensions: VideoDimensions
  let colorMatrix: ColorMatrix
  let options: MovieWritingOptions
  let allowsFrameReordering: Bool

  /// Returns the encoders for a list of codecs, preferred first.
  func choices(_ codecs: [VideoCodecType]) -> [VideoEncoderCandidate] { codecs.flatMap(choices) }

  private func choices(_ codec: VideoCodecType) -> [VideoEncoderCandidate] {
    switch codec {
    case .h264: h264
    case .hevc: hevc
    case .mpeg4:
      // MPEG-4 stores ticks in 16 bits.
      [
        choice(
          "mpeg4", codec, rated(orBy: "flags=+qscale:global_quality=\(118 * quantizer)"), maximumTimescale: 65_535)
      ]
    case .jpeg:
      // JPEG uses the color space of JFIF.
      [
        VideoEncoderCandidate(
          name: "mjpeg", codec: codec,
          options: rated(orBy: "flags=+qscale:global_quality=\(118 * quantizer)") + ":strict=unofficial",
          dimensions: dimensions, isFullRange: true, colorMatrix: .bt601)
      ]
    case .vp9: [choice("libvpx-vp9", codec, rated(orBy: "b=0:crf=\(vpxFactor)") + ":deadline=realtime:cpu-used=6")]
    case .vp8:
      [choice("libvpx", codec, rated(orBy: "b=\(bitRate * 4):crf=\(vpxFactor)") + ":deadline=realtime:cpu-used=6")]
    default: []
    }
  }

  private var h264: [VideoEncoderCandidate] {
    let rate = "b=\(bitRate)"
    let preset = options.h264?.preset ?? Self.usualPreset
    var x264 = evenChoice(
      "libx264", .h264,
      "preset=\(preset):" + (preset == Self.usualPreset ? memorySavingOptions : "") + profile
        + rated(orBy: "crf=\(38 - 24 * options.quality)"), reorders: options.h264Profile != .baseline)
    x264.preset = preset
    let software = [x264, evenChoice("libopenh264", .h264, rate)]
    let hardware = [
      evenChoice("h264_v4l2m2m", .h264, rate), evenChoice("h264_nvenc", .h264, rate),
      evenChoice("h264_qsv", .h264, rate),
    ]
    let processors = options.h264?.device.map { [$0] } ?? GraphicsProcessors.paths
    let known = options.h264Profile.map { $0 == .baseline ? "constrained_baseline" : $0.rawValue }
    let words = (known.map { "profile=\($0):" } ?? "") + rate
    let all = software + hardware + processors.map { vaapi("h264_vaapi", .h264, words, $0) }
    // Prefer the chosen encoder, and fall back to the others if it is gone.
    return all.filter { $0.name == options.h264?.encoder } + all.filter { $0.name != options.h264?.encoder }
  }

  private static let usualPreset = "veryfast"

  /// libx264 options that halve the memory of the default preset for 1080p, for files about 1 % larger at equal SSIM.
  ///
  /// The lookahead is 2 frames instead of 10, without its own thread. The threads share a frame instead of encoding one
  /// frame each, and B-frames are not used as references. Each thread encodes a slice, which slightly increases the
  /// size; therefore at most six threads are used on systems with more cores.
  private var memorySavingOptions: String {
    let limitsThreads = options.threadCount == 0 && Processors.count > 6
    return "rc-lookahead=2:x264-params=sync-lookahead=0\\:sliced-threads=1\\:b-pyramid=0"
      + (limitsThreads ? "\\:threads=6:" : ":")
  }

  private var hevc: [VideoEncoderCandidate] {
    let rate = "b=\(bitRate)"
    // Suppress x265's own log on standard error.
    let words = "x265-params=log-level=none:preset=ultrafast:" + rated(orBy: "crf=\(42 - 24 * options.quality)")
    return [
      evenChoice("libx265", .hevc, words, reorders: true), evenChoice("hevc_v4l2m2m", .hevc, rate),
      evenChoice("hevc_nvenc", .hevc, rate), evenChoice("hevc_qsv", .hevc, rate),
    ] + GraphicsProcessors.paths.map { vaapi("hevc_vaapi", .hevc, rate, $0) }
  }

  /// Returns a VA-API encoder on a graphics processor.
  private func vaapi(_ name: String, _ codec: VideoCodecType, _ words: String, _ device: String)
    -> VideoEncoderCandidate
  {
    var choice = evenChoice(name, codec, words)
    choice.device = device
    return choice
  }

  private var profile: String { options.h264Profile.map { "profile=\($0.rawValue):" } ?? "" }

  private func choice(
    _ name: String, _ codec: VideoCodecType, _ words: String, maximumTimescale: Int = 0
  ) -> VideoEncoderCandidate {
    VideoEncoderCandidate(
      name: name, codec: codec, options: words, dimensions: dimensions, maximumTimescale: maximumTimescale,
      colorMatrix: colorMatrix)
  }

  /// Returns an encoder with even dimensions, which H.264 and H.265 with 4:2:0 chroma require.
  private func evenChoice(
    _ name: String, _ codec: VideoCodecType, _ words: String, reorders: Bool = false
  ) -> VideoEncoderCandidate {
    let even = VideoDimensions(width: (dimensions.width + 1) & ~1, height: (dimensions.height + 1) & ~1)
    return VideoEncoderCandidate(
      name: name, codec: codec, options: words, dimensions: even,
      reorderedFrameCount: reorders && allowsFrameReordering && options.allowsFrameReordering ? 2 : 0,
      colorMatrix: colorMatrix)
  }

  /// Returns the option for the requested bit rate, or else for the quality.
  private func rated(orBy quality: String) -> String { options.averageBitRate.map { "b=\($0)" } ?? quality }

  private var quantizer: Int { Int((2 + (1 - options.quality) * 12).rounded()) }

  private var vpxFactor: Int { Int((48 - 36 * options.quality).rounded()) }

  /// The bit rate for encoders without a quality option: 0.02 to 0.45 bits per pixel, depending on the quality.
  private var bitRate: Int {
    if let rate = options.averageBitRate { return rate }
    let pixels = Double(dimensions.width * dimensions.height) * options.expectedFrameRate
    return Int(min(1e9, max(64_000, pixels * 0.02 * exp2(4.5 * options.quality))))
  }
}

/// An H.264 profile (ISO/IEC 14496-10, annex A).
public enum H264Profile: String, Sendable, Hashable, CaseIterable {
  /// The baseline profile for simple players, without B-frames.
  case baseline
  /// The main profile for televisions.
  case main
  /// The high profile with the best quality.
  case high
}

/// An H.264 encoder with its speed preset.
package struct H264EncoderSetting: Sendable, Hashable {
  /// FFmpeg's name of the encoder.
  package let encoder: String
  /// The libx264 preset; nil for other encoders.
  package let preset: String?
  /// The device file of the graphics processor, or its X11 display; nil for other encoders.
  let device: String?

  /// Creates a setting for an encoder.
  package init(encoder: String, preset: String? = nil, device: String? = nil) {
    self.encoder = encoder
    self.preset = preset
    self.device = device
  }

  /// The candidates for live encoding, preferred first; systems other than x86-64 prefer hardware encoders.
  static let candidates: [H264EncoderSetting] = {
    #if arch(x86_64)
      return software + hardware
    #else
      return hardware + software
    #endif
  }()

  private static let software =
    ["veryfast", "superfast", "ultrafast"].map { H264EncoderSetting(encoder: "libx264", preset: $0) }
    + [H264EncoderSetting(encoder: "libopenh264")]

  private static let hardware =
    [H264EncoderSetting(encoder: "h264_v4l2m2m")]
    + GraphicsProcessors.paths.map { H264EncoderSetting(encoder: "h264_vaapi", device: $0) }

  /// Whether the encoder uses dedicated hardware.
  var usesHardware: Bool { preset == nil && encoder != "libopenh264" }
}

/// A frame rate as a fraction.
struct FrameRate: Sendable, Hashable {
  let numerator: Int32
  let denominator: Int32

  /// Creates the fraction for a rate and recognizes television rates, such as 30000/1001 for 29.97.
  init(_ rate: Double) {
    let whole = (rate * 1.001).rounded()
    if whole > 0, abs(rate - rate.rounded()) > 1e-6, abs(whole / 1.001 - rate) < 0.002 {
      numerator = Int32(whole) * 1000
      denominator = 1001
    } else if rate == rate.rounded() {
      numerator = Int32(rate)
      denominator = 1
    } else {
      numerator = Int32(max(1, (rate * 1000).rounded()))
      denominator = 1000
    }
  }

  /// The rate for the C bridge.
  var ratio: cffmpeg_ratio { cffmpeg_ratio(numerator: numerator, denominator: denominator) }

  /// The duration of a frame in seconds.
  var tick: cffmpeg_ratio { cffmpeg_ratio(numerator: denominator, denominator: numerator) }
}
