import ArgumentParser

/// How long a camera is shown, and what becomes of its frames.
struct LiveOptions: ParsableArguments {
  @Option(help: ArgumentHelp("End after this many seconds; default when interrupted.", valueName: "SECONDS"))
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      "Write a picture every so many seconds: OUT.jpg is always the newest, a folder keeps all.",
      valueName: "SECONDS"))
  var interval: Double = 1

  @Flag(help: "Let detectors see every frame, and drop those that come meanwhile; they see the newest otherwise.")
  var everyFrame = false

  func validate() throws {
    if let duration, !(duration > 0 && duration < 1e9) { throw ValidationError("--duration must be above 0.") }
    if !(interval >= 0 && interval < 1e9) { throw ValidationError("--interval must not be negative.") }
  }
}
