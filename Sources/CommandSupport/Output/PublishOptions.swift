package import ArgumentParser
import OpenCapturePublishing

/// The options for publishing a camera's detections.
package struct PublishOptions: ParsableArguments {
  /// The environment variable for the broker's password.
  static let passwordVariable = "OPENCAPTURE_MQTT_PASSWORD"

  @Option(
    help: ArgumentHelp(
      """
      Publish detections to an MQTT 5 broker: mqtt://[USER@]HOST[:PORT]/SITE, or mqtts for TLS. The password is \
      read from --publish-password-file or \(Self.passwordVariable).
      """, valueName: "URL"))
  package var publish: String?

  @Option(
    help: ArgumentHelp("Read the broker's password from the first line of this file.", valueName: "FILE"),
    completion: .file())
  var publishPasswordFile: String?

  @Option(
    help: ArgumentHelp(
      "Trust the PEM certificates in this file, with mqtts (default: the system's).", valueName: "FILE"),
    completion: .file())
  var publishTrust: String?

  @Option(help: ArgumentHelp("Publish at most N frames per second; 0 publishes only events.", valueName: "N"))
  var publishFrames: Double = 5

  @Option(
    help: ArgumentHelp(
      """
      Keep events in this folder while the broker is unreachable; none keeps them in memory only (default: \
      opencapture in $XDG_STATE_HOME, or in ~/.local/state).
      """, valueName: "DIR"), completion: .directory)
  var publishFolder: String?

  @Option(
    help: ArgumentHelp(
      "Limit the size of the event file; the newest events replace the oldest (default: 16M).",
      valueName: "SIZE"),
    transform: Amount.parse)
  var publishFolderSize: Int64 = 16_000_000

  @Flag(
    help: """
      Announce the camera, its codes and its number of faces to Home Assistant; with commands, photos and recording, \
      too.
      """)
  var homeAssistant = false

  package init() {}

  package func validate() throws {
    guard let publish else {
      let others = [
        (publishPasswordFile != nil, "--publish-password-file"), (publishTrust != nil, "--publish-trust"),
        (publishFolder != nil, "--publish-folder"), (homeAssistant, "--home-assistant"),
      ]
      if let (_, name) = others.first(where: \.0) { throw ValidationError("\(name) needs --publish.") }
      return
    }
    do { _ = try BrokerAddress(publish) } catch { throw ValidationError("--publish: \(error)") }
    if !(0...120).contains(publishFrames) {
      throw ValidationError("--publish-frames must be between 0 and 120.")
    }
    if !(65_536...1_000_000_000_000).contains(publishFolderSize) {
      throw ValidationError("--publish-folder-size must be between 65536 and 1000G.")
    }
  }

  /// Prepares publishing before the process enters the sandbox; nil if nothing is published.
  ///
  /// - Throws: `PublishingError` if a library is missing or the folder cannot be made; ``CommandError`` if the
  ///   password cannot be read.
  package func prepared() throws -> PreparedPublishing? {
    try publish.map { try PreparedPublishing(self, url: $0) }
  }
}
