import FoundationEssentials
public import OpenCaptureSystem
public import OpenCaptureMediaSamples

/// A command of a page for the camera.
public enum LiveCommand: Sendable, Hashable {
  /// The mode of a control, or a fixed value.
  public enum Setting: Sendable, Hashable {
    /// Continuous automatic adjustment.
    case automatic
    /// The current value, kept.
    case locked
    /// A fixed value.
    case value(Double)
  }

  /// Selects a camera by its identifier.
  case camera(String)
  /// Sets the zoom factor, at least 1.
  case zoom(Double)
  /// Turns the following of faces on or off.
  case centerStage(Bool)
  /// Turns focus peaking on or off.
  case peaking(Bool)
  /// Sets the point of interest for focus and exposure.
  ///
  /// The point is in the unit square of the upright picture, with the origin at the top left.
  case point(Point)
  /// Sets the lens position, from 0 to 1.
  case focus(Setting)
  /// Sets the exposure, in the unit of ``LiveState/exposure``.
  case exposure(Setting)
  /// Sets the white balance, in kelvin.
  case whiteBalance(Setting)
  /// Sets a control in ``LiveState/settings`` to a value in the driver's steps.
  case control(name: String, value: Int)
  /// Resets a control in ``LiveState/settings`` to its default; all with nil.
  case resetControl(name: String?)
  /// Takes a photo and stores it.
  case photo
  /// Starts recording a movie, or stops and stores it.
  case record(Bool)
}

extension LiveCommand {
  private struct Members: Decodable {
    let command: String
    let id: String?
    let name: String?
    let value: Double?
    let automatic: Bool?
    let locked: Bool?
    let on: Bool?
    let x: Double?
    let y: Double?
  }

  /// Parses a JSON object with the member `command`, such as `{"command":"zoom","value":2}`.
  ///
  /// - Throws: ``LivePageError`` for an unknown or incomplete command.
  public init(json bytes: [UInt8]) throws(LivePageError) {
    guard let members = try? JSONDecoder().decode(Members.self, from: Data(bytes)) else {
      throw LivePageError(.invalidMessage, subject: "command", reason: "not a JSON object with a command")
    }
    guard let command = Self.command(members) else {
      throw LivePageError(
        .invalidMessage, subject: "command '\(members.command.prefix(32))'",
        reason: "unknown command or missing value")
    }
    self = command
  }

  private static func command(_ members: Members) -> LiveCommand? {
    switch members.command {
    case "camera": members.id.map { .camera($0) }
    case "zoom": members.value.flatMap { $0.isFinite ? .zoom($0) : nil }
    case "center-stage": members.on.map { .centerStage($0) }
    case "peaking": members.on.map { .peaking($0) }
    case "point": point(members).map { .point($0) }
    case "focus": setting(members).map { .focus($0) }
    case "exposure": setting(members).map { .exposure($0) }
    case "white-balance": setting(members).map { .whiteBalance($0) }
    case "control": control(members)
    case "reset-control": .resetControl(name: members.name)
    case "photo": .photo
    case "record": members.on.map { .record($0) }
    default: nil
    }
  }

  private static func point(_ members: Members) -> Point? {
    guard let x = members.x, let y = members.y, (0...1).contains(x), (0...1).contains(y) else { return nil }
    return Point(x: x, y: y)
  }

  private static func control(_ members: Members) -> LiveCommand? {
    guard let name = members.name, let value = members.value.flatMap({ Int(exactly: $0) }) else { return nil }
    return .control(name: name, value: value)
  }

  private static func setting(_ members: Members) -> Setting? {
    if members.automatic == true { return .automatic }
    if members.locked == true { return .locked }
    return members.value.flatMap { $0.isFinite ? .value($0) : nil }
  }
}
