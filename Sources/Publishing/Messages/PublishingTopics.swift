/// The topics of a camera: `opencapture/1/SITE/HOST/CAMERA/…`.
package struct PublishingTopics: Sendable, Hashable {
  /// What all topics begin with: the name, and the version of what is said under it.
  package static let root = "opencapture/1"

  /// The longest that a level is, in bytes; a topic has at most 65,535.
  private static let longestLevel = 200

  /// What stands before the last level.
  package let base: String

  /// Makes the topics of a camera; what a level can't have is replaced by `-`.
  package init(site: String, host: String, camera: String) {
    base = ([Self.root] + [site, host, camera].map(Self.level)).joined(separator: "/")
  }

  /// Whether the camera is there; retained, and what the broker says once the connection breaks.
  package var status: String { base + "/status" }
  /// What comes, stays and goes.
  package var event: String { base + "/event" }
  /// All that is in a frame.
  package var frame: String { base + "/frame" }
  /// Pictures that nobody said where to send to.
  package var snapshot: String { base + "/snapshot" }
  /// Where a picture is asked for.
  package var snapshotRequest: String { base + "/snapshot/get" }
  /// Where the camera is told what to do.
  package var command: String { base + "/command" }

  /// What the broker knows this camera by, the same from one run to the next: 23 letters and digits, which all take.
  package var clientID: String { "opencap" + Self.digits(Checksum.of(Array(base.utf8))) }

  /// A name for where few characters are known: letters, digits, `_` and `-`.
  package var identifier: String { "opencapture_" + Self.digits(Checksum.of(Array(base.utf8))) }

  /// Whether somebody who asks may choose this topic for the answer: no level of ours, or of what others live by.
  package static func isForAnswers(_ topic: String) -> Bool {
    guard !topic.isEmpty, topic.utf8.count <= 1024, !topic.contains(where: isSpecial) else { return false }
    return !["opencapture/", "homeassistant/", "$"].contains { topic.hasPrefix($0) }
  }

  /// Whether a text is one level of a topic as it stands.
  static func isLevel(_ text: String) -> Bool { !text.isEmpty && level(text) == text }

  private static func level(_ text: String) -> String {
    var level = ""
    for scalar in text.unicodeScalars {
      let kept = scalar == "/" || isSpecial(Character(scalar)) ? "-" : scalar
      guard level.utf8.count + String(kept).utf8.count <= longestLevel else { break }
      level.unicodeScalars.append(kept)
    }
    return level.isEmpty ? "unnamed" : level
  }

  /// Whether a character means something in a topic, or must not be in one (MQTT 5.0, 1.5.4 and 4.7).
  private static func isSpecial(_ character: Character) -> Bool {
    character == "+" || character == "#"
      || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
