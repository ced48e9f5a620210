import FoundationEssentials
import OpenCaptureSystem
public import OpenCaptureMediaSamples

/// What somebody wants of the camera.
public enum LiveCommand: Sendable, Hashable {
  /// What the camera sets by itself, or a value of it.
  public enum Setting: Sendable, Hashable {
    /// The camera sets it.
    case automatic
    /// It stays as it is.
    case locked
    /// It is this.
    case value(Double)
  }

  /// Another camera, by its id.
  case camera(String)
  /// How many times larger things are seen, from 1.
  case zoom(Double)
  /// Whether what is in focus is marked.
  case peaking(Bool)
  /// Focus and exposure are to be right at a point of the upright picture's unit square, origin top left.
  case point(Point)
  /// The lens's position, 0 to 1.
  case focus(Setting)
  /// The exposure; a value is one of ``LiveState/exposure``.
  case exposure(Setting)
  /// The colour of the light, in kelvin.
  case whiteBalance(Setting)
  /// A photo is taken, and kept.
  case photo
  /// A movie is begun, or ended and kept.
  case record(Bool)
}

extension LiveCommand {
  private struct Members: Decodable {
    let command: String
    let id: String?
    let value: Double?
    let automatic: Bool?
    let locked: Bool?
    let on: Bool?
    let x: Double?
    let y: Double?
  }

  /// Reads one: an object of JSON whose `command` says what it is, such as `{"command":"zoom","value":2}`.
  ///
  /// - Throws: ``LivePageError`` where it is none that is known here.
  public init(json bytes: [UInt8]) throws(LivePageError) {
    guard let members = try? JSONDecoder().decode(Members.self, from: Data(bytes)) else {
      throw LivePageError(.notUnderstood, subject: "command", reason: "it is no object of JSON with a command")
    }
    guard let command = Self.command(members) else {
      throw LivePageError(
        .notUnderstood, subject: "command '\(members.command.prefix(32))'",
        reason: "it isn't known here, or lacks what it is about")
    }
    self = command
  }

  private static func command(_ members: Members) -> LiveCommand? {
    switch members.command {
    case "camera": members.id.map { .camera($0) }
    case "zoom": members.value.flatMap { $0.isFinite ? .zoom($0) : nil }
    case "peaking": members.on.map { .peaking($0) }
    case "point": point(members).map { .point($0) }
    case "focus": setting(members).map { .focus($0) }
    case "exposure": setting(members).map { .exposure($0) }
    case "white-balance": setting(members).map { .whiteBalance($0) }
    case "photo": .photo
    case "record": members.on.map { .record($0) }
    default: nil
    }
  }

  private static func point(_ members: Members) -> Point? {
    guard let x = members.x, let y = members.y, (0...1).contains(x), (0...1).contains(y) else { return nil }
    return Point(x: x, y: y)
  }

  private static func setting(_ members: Members) -> Setting? {
    if members.automatic == true { return .automatic }
    if members.locked == true { return .locked }
    return members.value.flatMap { $0.isFinite ? .value($0) : nil }
  }
}
