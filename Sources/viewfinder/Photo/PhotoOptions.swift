import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// How photos are taken.
struct PhotoOptions: ParsableArguments {
  /// When the lamp is lit.
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

  /// What counts more.
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
    help: ArgumentHelp("Take so many photos; at the camera's full rate, unless with --interval.", valueName: "N"))
  var count = 1

  @Option(help: ArgumentHelp("Let so many seconds pass from one photo to the next.", valueName: "SECONDS"))
  var interval: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Take a photo for each of these exposures, in EV against what the camera thinks right, such as -2,0,2.",
      valueName: "EV,…"),
    transform: ExposureBracket.parse)
  var bracket: [Float] = []

  @Option(
    help: ArgumentHelp(
      "Wait so many seconds before the first photo, while the camera adjusts itself.", valueName: "SECONDS"))
  var timer: Double = 0

  @Option(help: "Light the camera's lamp: always, never, or where it is dark as far as the driver tells.")
  var flash: Flash = .off

  @Flag(
    help: ArgumentHelp(
      """
      Make Live Photos: beside each, under its name but .mov, a movie of the second and a half before it and that behind \
      it, with sound.
      """))
  var live = false

  @Option(
    help: ArgumentHelp(
      "The microphone of --live, as viewfinder record has it; none for silence.", valueName: "ID"))
  var microphone: MicrophoneSelection?

  @Option(help: "What counts more, the time that a photo takes or how it looks.")
  var quality: Quality = .balanced

  func validate() throws {
    if !(1...100_000).contains(count) { throw ValidationError("--count must be from 1 to 100000.") }
    if let interval, !(interval >= 0 && interval < 1e9) {
      throw ValidationError("--interval must not be negative.")
    }
    if interval != nil, count == 1 {
      throw ValidationError("--interval lies between photos: ask for several with --count.")
    }
    if !(timer >= 0 && timer < 1e6) { throw ValidationError("--timer must not be negative.") }
    if live, !bracket.isEmpty { throw ValidationError("--live and --bracket exclude each other.") }
    if !live, microphone != nil { throw ValidationError("--microphone is for --live.") }
    if !bracket.isEmpty, flash != .off { throw ValidationError("--bracket and --flash exclude each other.") }
  }
}
