import Glibc
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// One way to encode, as FFmpeg is told.
struct EncoderChoice: Sendable, Hashable {
  /// FFmpeg's name of the encoder.
  let name: String
  let codec: VideoCodecType
  /// FFmpeg's options of the encoder.
  let options: String
  /// libx264's preset; nil for other encoders.
  var preset: String?
  /// The device file of the graphics processor that encodes; nil for other encoders.
  var device: String?
  /// Of the frames that are encoded.
  let dimensions: VideoDimensions
  /// The most ticks a second that the encoder takes; 0 for any.
  var largestTimescale = 0
  var reorderedFrameCount = 0
  var isFullRange = false
  let colorMatrix: ColorMatrix

  /// Such as `libx264 (veryfast)`, or `h264_vaapi (/dev/dri/renderD128)`.
  var words: String { name + ((preset ?? device).map { " (\($0))" } ?? "") }
}

/// Which encoders are tried, in which order, and what each is told.
struct EncoderPlan {
  let dimensions: VideoDimensions
  let colorMatrix: ColorMatrix
  let options: MovieWritingOptions
  let allowsFrameReordering: Bool

  /// The ways to encode one of `codecs`, the best first.
  func choices(_ codecs: [VideoCodecType]) -> [EncoderChoice] { codecs.flatMap(choices) }

  private func choices(_ codec: VideoCodecType) -> [EncoderChoice] {
    switch codec {
    case .h264: h264
    case .hevc: hevc
    case .mpeg4:
      // The standard has 16 bits for ticks.
      [
        choice(
          "mpeg4", codec, rated(orBy: "flags=+qscale:global_quality=\(118 * quantizer)"), largestTimescale: 65_535)
      ]
    case .jpeg:
      // JPEG's colours are what JFIF says they are.
      [
        EncoderChoice(
          name: "mjpeg", codec: codec,
          options: rated(orBy: "flags=+qscale:global_quality=\(118 * quantizer)") + ":strict=unofficial",
          dimensions: dimensions, isFullRange: true, colorMatrix: .bt601)
      ]
    case .vp9: [choice("libvpx-vp9", codec, rated(orBy: "b=0:crf=\(vpxFactor)") + ":deadline=realtime:cpu-used=6")]
    case .vp8:
      [
        choice(
          "libvpx", codec, rated(orBy: "b=\(bitRate * 4):crf=\(vpxFactor)") + ":deadline=realtime:cpu-used=6")
      ]
    default: []
    }
  }

  private var h264: [EncoderChoice] {
    let rate = "b=\(bitRate)"
    let preset = options.h264?.preset ?? Self.usualPreset
    var x264 = evenChoice(
      "libx264", .h264,
      "preset=\(preset):" + (preset == Self.usualPreset ? thrift : "") + profile
        + rated(orBy: "crf=\(38 - 24 * options.quality)"),
      reorders: options.h264Profile != .baseline)
    x264.preset = preset
    let software = [x264, evenChoice("libopenh264", .h264, rate)]
    let chips = [
      evenChoice("h264_v4l2m2m", .h264, rate), evenChoice("h264_nvenc", .h264, rate),
      evenChoice("h264_qsv", .h264, rate),
    ]
    let processors = options.h264?.device.map { [$0] } ?? GraphicsProcessors.paths
    let known = options.h264Profile.map { $0 == .baseline ? "constrained_baseline" : $0.rawValue }
    let words = (known.map { "profile=\($0):" } ?? "") + rate
    let all = software + chips + processors.map { vaapi("h264_vaapi", .h264, words, $0) }
    // Where the one that was chosen is gone since, any is better than none.
    return all.filter { $0.name == options.h264?.encoder } + all.filter { $0.name != options.h264?.encoder }
  }

  private static let usualPreset = "veryfast"

  /// What the usual preset does otherwise, so that 1080p takes half the memory, for a hundredth more of the size at the same
  /// likeness (SSIM): it looks two frames ahead rather than ten, without a thread of its own for that; threads share a frame,
  /// where each would have one of its own; and frames between two others aren't built on.
  ///
  /// Each thread has a slice of its own, which costs a little size: where as many as there are cores may work, six do.
  private var thrift: String {
    let takesFewer = options.threadCount == 0 && Processors.count > 6
    return "rc-lookahead=2:x264-params=sync-lookahead=0\\:sliced-threads=1\\:b-pyramid=0"
      + (takesFewer ? "\\:threads=6:" : ":")
  }

  private var hevc: [EncoderChoice] {
    let rate = "b=\(bitRate)"
    // What it says of itself isn't for a program's standard error.
    let words = "x265-params=log-level=none:preset=ultrafast:" + rated(orBy: "crf=\(42 - 24 * options.quality)")
    return [
      evenChoice("libx265", .hevc, words, reorders: true), evenChoice("hevc_v4l2m2m", .hevc, rate),
      evenChoice("hevc_nvenc", .hevc, rate), evenChoice("hevc_qsv", .hevc, rate),
    ] + GraphicsProcessors.paths.map { vaapi("hevc_vaapi", .hevc, rate, $0) }
  }

  /// By a graphics processor.
  private func vaapi(_ name: String, _ codec: VideoCodecType, _ words: String, _ device: String) -> EncoderChoice {
    var choice = evenChoice(name, codec, words)
    choice.device = device
    return choice
  }

  private var profile: String { options.h264Profile.map { "profile=\($0.rawValue):" } ?? "" }

  private func choice(
    _ name: String, _ codec: VideoCodecType, _ words: String, largestTimescale: Int = 0
  ) -> EncoderChoice {
    EncoderChoice(
      name: name, codec: codec, options: words, dimensions: dimensions, largestTimescale: largestTimescale,
      colorMatrix: colorMatrix)
  }

  /// H.264 and H.265 with chroma at half resolution have even sides.
  private func evenChoice(
    _ name: String, _ codec: VideoCodecType, _ words: String, reorders: Bool = false
  ) -> EncoderChoice {
    let even = VideoDimensions(width: (dimensions.width + 1) & ~1, height: (dimensions.height + 1) & ~1)
    return EncoderChoice(
      name: name, codec: codec, options: words, dimensions: even,
      reorderedFrameCount: reorders && allowsFrameReordering && options.allowsFrameReordering ? 2 : 0,
      colorMatrix: colorMatrix)
  }

  /// The bit rate that is asked for, else the quality.
  private func rated(orBy quality: String) -> String { options.averageBitRate.map { "b=\($0)" } ?? quality }

  private var quantizer: Int { Int((2 + (1 - options.quality) * 12).rounded()) }

  private var vpxFactor: Int { Int((48 - 36 * options.quality).rounded()) }

  /// Bits per second for encoders that know nothing else: 0.02 a pixel at the worst, 22 times as much at the best.
  private var bitRate: Int {
    if let rate = options.averageBitRate { return rate }
    let pixels = Double(dimensions.width * dimensions.height) * options.expectedFrameRate
    return Int(min(1e9, max(64_000, pixels * 0.02 * exp2(4.5 * options.quality))))
  }
}
