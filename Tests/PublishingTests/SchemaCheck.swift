import Foundation

/// Checks JSON against the published schema: the part of JSON Schema (2020-12) that it uses.
///
/// Members that it doesn't know are told as well, so that none is published without being in it.
struct SchemaCheck {
  private let root: [String: Any]

  /// Reads `Documentation/schemas/publishing-1.json`.
  init() throws {
    let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try Data(contentsOf: project.appending(path: "Documentation/schemas/publishing-1.json"))
    root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// What is wrong with a message of a kind; empty for nothing.
  func complaints(about payload: [UInt8], _ kind: String) -> [String] {
    guard let value = try? JSONSerialization.jsonObject(with: Data(payload)) else { return ["it is no JSON"] }
    return complaints(about: value, ["$ref": "#/$defs/\(kind)"], "$")
  }

  private func complaints(about value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let definition = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
        return ["\(place): there is no \(reference)"]
      }
      return complaints(about: value, definition, place)
    }
    var complaints: [String] = []
    func demand(_ holds: Bool, _ what: String) { if !holds { complaints.append("\(place): \(what)") } }
    if let type = schema["type"] {
      let names = type as? [String] ?? [type as? String ?? ""]
      demand(names.contains { Self.isOfType(value, $0) }, "is no \(names.joined(separator: " or "))")
    }
    if let constant = schema["const"] as? Int { demand(value as? Int == constant, "isn't \(constant)") }
    if let words = schema["enum"] as? [String] {
      demand(words.contains(value as? String ?? ""), "is none of \(words)")
    }
    if let least = schema["minimum"] as? Int { demand(value as? Int ?? Int.min >= least, "is below \(least)") }
    if let pattern = schema["pattern"] as? String {
      let text = value as? String ?? ""
      demand(text.range(of: pattern, options: .regularExpression) != nil, "'\(text)' isn't like \(pattern)")
    }
    if let members = value as? [String: Any] {
      complaints += self.complaints(aboutMembers: members, schema, place)
    }
    if let items = value as? [Any] {
      if let least = schema["minItems"] as? Int { demand(items.count >= least, "has too few") }
      if let most = schema["maxItems"] as? Int { demand(items.count <= most, "has too many") }
      if let schema = schema["items"] as? [String: Any] {
        complaints += items.enumerated().flatMap { self.complaints(about: $1, schema, "\(place)[\($0)]") }
      }
    }
    return complaints
  }

  private func complaints(aboutMembers members: [String: Any], _ schema: [String: Any], _ place: String) -> [String]
  {
    let known = schema["properties"] as? [String: [String: Any]] ?? [:]
    let missing = (schema["required"] as? [String] ?? []).filter { members[$0] == nil }
    return missing.map { "\(place): \($0) is missing" }
      + members.flatMap { name, value in
        guard let schema = known[name] else { return ["\(place): \(name) isn't in the schema"] }
        return complaints(about: value, schema, "\(place).\(name)")
      }
  }

  private static func isOfType(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "null": value is NSNull
    case "boolean": value is Bool
    case "integer": value is Int && !(value is Bool && !(value is NSNumber))
    case "number": value is Double || value is Int
    default: false
    }
  }
}
