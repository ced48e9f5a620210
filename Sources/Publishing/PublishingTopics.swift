/// The topics of a camera: `opencapture/1/SITE/HOST/CAMERA/…`.
package struct PublishingTopics: Sendable, Hashable {
  /// The prefix of all topics: the product name and the version of the message format.
  package static let root = "opencapture/1"

  /// The maximum length of a level, in bytes; a topic has at most 65,535.
  private static let maximumLevelLength = 200

  /// The topic without its last level.
  package let base: String

  /// Creates the topics of a camera; characters that are invalid in a level become `-`.
  package init(site: String, host: String, camera: String) {
    base = ([Self.root] + [site, host, camera].map(Self.level)).joined(separator: "/")
  }

  /// The topic of the camera's availability; retained, and also published by the broker when the connection breaks.
  package var status: String { base + "/status" }
  /// The topic of objects that appear, change and disappear.
  package var event: String { base + "/event" }
  /// The topic of all objects in a frame.
  package var frame: String { base + "/frame" }
  /// The topic of the recording's state; retained.
  package var recording: String { base + "/recording" }
  /// The topic of pictures requested without a response topic.
  package var snapshot: String { base + "/snapshot" }
  /// The topic of requests for a picture.
  package var snapshotRequest: String { base + "/snapshot/get" }
  /// The topic of commands for the camera.
  package var command: String { base + "/command" }

  /// The client identifier of this camera, the same in each run: 23 letters and digits, which all brokers accept.
  package var clientID: String { "opencap" + Checksum.of(base.utf8).hexadecimal }

  /// An identifier of letters, digits, `_` and `-`, for systems that allow few characters.
  package var identifier: String { "opencapture_" + Checksum.of(base.utf8).hexadecimal }

  /// Whether a requester may choose this topic for the answer: one outside OpenCapture, Home Assistant and `$`.
  package static func isValidResponseTopic(_ topic: String) -> Bool {
    guard !topic.isEmpty, topic.utf8.count <= 1024, !topic.contains(where: isSpecial) else { return false }
    return !["opencapture/", "homeassistant/", "$"].contains { topic.hasPrefix($0) }
  }

  static func isLevel(_ text: String) -> Bool { !text.isEmpty && level(text) == text }

  private static func level(_ text: String) -> String {
    var level = ""
    for scalar in text.unicodeScalars {
      let kept = scalar == "/" || isSpecial(Character(scalar)) ? "-" : scalar
      guard level.utf8.count + String(kept).utf8.count <= maximumLevelLength else { break }
      level.unicodeScalars.append(kept)
    }
    return level.isEmpty ? "unnamed" : level
  }

  /// Whether a character has a meaning in topics or is forbidden there (MQTT 5.0, 1.5.4 and 4.7).
  private static func isSpecial(_ character: Character) -> Bool {
    character == "+" || character == "#"
      || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

extension UInt64 {
  /// The 16 hexadecimal digits.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
