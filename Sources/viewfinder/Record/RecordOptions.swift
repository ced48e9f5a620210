import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// The options for recording.
struct RecordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Record this microphone: none for silence, synthetic for the built-in one, or an ID (default: the camera's \
      own, or the system's; the synthetic one with the synthetic camera).
      """, valueName: "ID"))
  var microphone: MicrophoneSelection?

  @Option(help: ArgumentHelp("Stop after this many seconds (default: on Control-C).", valueName: "SECONDS"))
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      "Stop before the file exceeds this size, such as 500M or 2G (default: no limit).", valueName: "SIZE"),
    transform: Amount.parse)
  var maxSize: Int64?

  @Option(
    help: ArgumentHelp(
      "Start a new file after this many seconds, without a gap; files are numbered (default: one file).",
      valueName: "SECONDS"))
  var split: Double?

  @Option(
    help: ArgumentHelp(
      """
      Encode video with this codec; copy keeps the camera's encoding and needs almost no CPU time (default: the \
      best for the file type).
      """))
  var codec: Codec?

  @Option(
    help: ArgumentHelp(
      "Encode video at this average bit rate, such as 4M (default: chosen for good quality).",
      valueName: "RATE"),
    transform: Amount.parse)
  var bitRate: Int64?

  /// The video codecs by their option values.
  enum Codec: String, ExpressibleByArgument, CaseIterable {
    case h264, mpeg4, mjpeg, vp9, vp8, copy

    /// The codec type; nil to keep the camera's encoding.
    var type: VideoCodecType? {
      switch self {
      case .h264: .h264
      case .mpeg4: .mpeg4
      case .mjpeg: .jpeg
      case .vp9: .vp9
      case .vp8: .vp8
      case .copy: nil
      }
    }
  }

  /// Returns the options for the movie writer.
  func writing(atFrameRate fps: Double?) -> MovieWritingOptions {
    var options = MovieWritingOptions(
      codec: codec?.type, averageBitRate: bitRate.map { Int($0) }, expectedFrameRate: fps ?? 30)
    options.passesEncodedFramesThrough = codec == .copy
    return options
  }

  func validate() throws {
    for (name, value) in [("--duration", duration), ("--split", split)] {
      if let value, !(value >= 0.1 && value < 1e9) { throw ValidationError("\(name) must be at least 0.1.") }
    }
    if codec == .copy, bitRate != nil { throw ValidationError("--codec copy and --bit-rate cannot be combined.") }
    if let bitRate, !(1_000...2_000_000_000).contains(bitRate) {
      throw ValidationError("--bit-rate must be between 1k and 2G.")
    }
    if let maxSize, maxSize < 100_000 { throw ValidationError("--max-size must be at least 100k.") }
  }
}
