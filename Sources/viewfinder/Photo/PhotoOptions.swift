import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// The options for taking photos.
struct PhotoOptions: ParsableArguments {
  /// The use of the flash.
  enum Flash: String, ExpressibleByArgument, CaseIterable {
    case auto, on, off

    var mode: CaptureDevice.FlashMode {
      switch self {
      case .auto: .auto
      case .on: .on
      case .off: .off
      }
    }
  }

  /// The trade-off between speed and quality.
  enum Quality: String, ExpressibleByArgument, CaseIterable {
    case speed, balanced, quality

    var prioritization: CapturePhotoOutput.QualityPrioritization {
      switch self {
      case .speed: .speed
      case .balanced: .balanced
      case .quality: .quality
      }
    }
  }

  @Option(
    help: ArgumentHelp("Take N photos, at the camera's full rate without --interval.", valueName: "N"))
  var count = 1

  @Option(help: ArgumentHelp("Wait this long between photos, in seconds (default: no wait).", valueName: "SECONDS"))
  var interval: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Take one photo for each of these exposure values, relative to automatic exposure, such as -2,0,2 (default: \
      none).
      """,
      valueName: "EV,…"),
    transform: ExposureBracket.parse)
  var bracket: [Float] = []

  @Option(
    help: ArgumentHelp(
      "Wait this long before the first photo, while the camera adjusts, in seconds.", valueName: "SECONDS"))
  var timer: Double = 0

  @Option(help: "Use the flash: always, never, or in the dark if the driver detects it.")
  var flash: Flash = .off

  @Flag(
    help: ArgumentHelp(
      """
      Take Live Photos: write a .mov file beside each photo, a movie from 1.5 s before to 1.5 s after the photo, \
      with sound.
      """))
  var live = false

  @Option(
    help: ArgumentHelp(
      "Record this microphone with --live; none for silence (default: as in viewfinder record).", valueName: "ID"))
  var microphone: MicrophoneSelection?

  @Option(help: "Choose between the speed and the quality of photos.")
  var quality: Quality = .balanced

  func validate() throws {
    if !(1...100_000).contains(count) { throw ValidationError("--count must be between 1 and 100000.") }
    if let interval, !(interval >= 0 && interval < 1e9) {
      throw ValidationError("--interval must not be negative.")
    }
    if interval != nil, count == 1 {
      throw ValidationError("--interval needs several photos. Set their number with --count.")
    }
    if !(timer >= 0 && timer < 1e6) { throw ValidationError("--timer must not be negative.") }
    if live, !bracket.isEmpty { throw ValidationError("--live and --bracket cannot be combined.") }
    if !live, microphone != nil { throw ValidationError("--microphone needs --live.") }
    if !bracket.isEmpty, flash != .off { throw ValidationError("--bracket and --flash cannot be combined.") }
  }
}
