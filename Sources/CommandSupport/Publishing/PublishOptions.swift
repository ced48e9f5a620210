package import ArgumentParser
import OpenCapturePublishing

/// Whether, and where, what a camera sees is published.
package struct PublishOptions: ParsableArguments {
  /// Where the password can stand beside a file.
  static let passwordVariable = "OPENCAPTURE_MQTT_PASSWORD"

  @Option(
    help: ArgumentHelp(
      """
      Publish what the camera sees at a broker of MQTT 5: mqtt://[USER@]HOST[:PORT]/SITE, mqtts for TLS. A password is \
      taken from --publish-password-file or \(Self.passwordVariable).
      """, valueName: "URL"))
  package var publish: String?

  @Option(
    help: ArgumentHelp("The file that the broker's password is the first line of.", valueName: "FILE"),
    completion: .file())
  var publishPasswordFile: String?

  @Option(
    help: ArgumentHelp(
      "With mqtts, trust these certificates, in PEM; default those that the system trusts.", valueName: "FILE"),
    completion: .file())
  var publishTrust: String?

  @Option(
    help: ArgumentHelp("Publish at most so many frames a second, 0 for events alone.", valueName: "N"))
  var publishFrames: Double = 5

  @Option(
    help: ArgumentHelp(
      """
      Where events wait while the broker is away, none for memory alone; default opencapture in $XDG_STATE_HOME, else in \
      ~/.local/state.
      """, valueName: "DIR"), completion: .directory)
  var publishFolder: String?

  @Option(
    help: ArgumentHelp(
      "How large the file in it is, whose newest take the place of the oldest; default 16M.",
      valueName: "SIZE"),
    transform: Amount.parse)
  var publishFolderSize: Int64 = 16_000_000

  @Flag(help: "Tell Home Assistant of the camera, its last code and its number of faces.")
  var homeAssistant = false

  package init() {}

  package func validate() throws {
    guard let publish else {
      let others = [
        (publishPasswordFile != nil, "--publish-password-file"), (publishTrust != nil, "--publish-trust"),
        (publishFolder != nil, "--publish-folder"), (homeAssistant, "--home-assistant"),
      ]
      if let (_, name) = others.first(where: \.0) { throw ValidationError("\(name) is for --publish.") }
      return
    }
    do { _ = try BrokerAddress(publish) } catch { throw ValidationError("--publish: \(error)") }
    if !(0...120).contains(publishFrames) { throw ValidationError("--publish-frames must be from 0 to 120.") }
    if !(65_536...1_000_000_000_000).contains(publishFolderSize) {
      throw ValidationError("--publish-folder-size must be from 65536 to 1000G.")
    }
  }

  /// What is needed to publish, found out before rights are given up; nil where nothing is published.
  ///
  /// - Throws: ``CommandError`` where the library is missing, the password can't be read, or the folder can't be made.
  package func prepared() throws -> PreparedPublishing? {
    try publish.map { try PreparedPublishing(self, url: $0) }
  }
}
