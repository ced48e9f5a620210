import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// What is recorded, and how.
struct RecordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Record a microphone: none for silence, synthetic for a built-in one, others by ID; default the camera's own, else \
      the machine's, with the synthetic camera the synthetic one.
      """, valueName: "ID"))
  var microphone: MicrophoneSelection?

  @Option(help: ArgumentHelp("End after this many seconds; default when interrupted.", valueName: "SECONDS"))
  var duration: Double?

  @Option(
    help: ArgumentHelp("End before the file has more bytes, such as 500M or 2G.", valueName: "SIZE"),
    transform: Amount.parse)
  var maxSize: Int64?

  @Option(
    help: ArgumentHelp(
      "Go on in another file after so many seconds, without losing anything; names get numbers.",
      valueName: "SECONDS"))
  var split: Double?

  @Option(help: ArgumentHelp("How many frames a second the camera is asked for.", valueName: "N"))
  var fps: Double?

  @Option(
    help: ArgumentHelp(
      """
      How pictures are coded; default as the kind of file has them best. With copy they stay as the camera encodes them, \
      which costs almost nothing.
      """))
  var codec: Codec?

  @Option(
    help: ArgumentHelp(
      "Bits of pictures a second, such as 4M; default what they need to look good.", valueName: "RATE"),
    transform: Amount.parse)
  var bitRate: Int64?

  /// The codecs, as people call them.
  enum Codec: String, ExpressibleByArgument, CaseIterable {
    case h264, mpeg4, mjpeg, vp9, vp8, copy

    /// Nil for as they come.
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

  /// How pictures are written.
  var writing: MovieWritingOptions {
    var options = MovieWritingOptions(
      codec: codec?.type, averageBitRate: bitRate.map { Int($0) }, expectedFrameRate: fps ?? 30)
    options.passesEncodedFramesThrough = codec == .copy
    return options
  }

  func validate() throws {
    for (name, value) in [("--duration", duration), ("--split", split)] {
      if let value, !(value >= 0.1 && value < 1e9) { throw ValidationError("\(name) must be 0.1 or more.") }
    }
    if let fps, !(fps >= 0.01 && fps <= 1_000) { throw ValidationError("--fps must be from 0.01 to 1000.") }
    if codec == .copy, bitRate != nil { throw ValidationError("--codec copy and --bit-rate exclude each other.") }
    if let bitRate, !(1_000...2_000_000_000).contains(bitRate) {
      throw ValidationError("--bit-rate must be from 1k to 2G.")
    }
    if let maxSize, maxSize < 100_000 { throw ValidationError("--max-size must be 100k or more.") }
  }
}
