public import Foundation

/// A JSON Schema, as far as the schemas of this project go, to test what is written against.
///
/// Stricter than the standard in two things: members that the schema doesn't describe are faults, and so are its own
/// keywords that aren't known here.
public struct JSONSchema: @unchecked Sendable {
  private let root: [String: Any]

  /// Reads a schema.
  public init(contentsOf file: URL) throws {
    guard let root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] else {
      throw CocoaError(.fileReadCorruptFile)
    }
    self.root = root
  }

  /// What is wrong with a text, by the place of each fault; nothing where it is as the schema says.
  ///
  /// - Parameter definition: Which of the schema's definitions says it; default the schema itself.
  public func faults(in text: String, as definition: String? = nil) -> [String] {
    do {
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      return faults(value, definition.map { ["$ref": "#/$defs/\($0)"] } ?? root, "$", isWhole: true)
    } catch {
      return ["$: no JSON: \(text)"]
    }
  }

  private static let known: Set = [
    "$schema", "$id", "$defs", "$ref", "title", "description", "type", "required", "properties", "const", "enum",
    "items", "minItems", "maxItems", "minimum", "minLength", "pattern", "oneOf", "not", "if", "then", "else",
  ]

  /// - Parameter isWhole: Whether the schema describes all members.
  private func faults(_ value: Any, _ schema: [String: Any], _ place: String, isWhole: Bool) -> [String] {
    var faults = Set(schema.keys).subtracting(Self.known).map { "\(place): unknown keyword \($0)" }
    if let reference = schema["$ref"] as? String {
      let definitions = root["$defs"] as? [String: [String: Any]] ?? [:]
      let definition = definitions.first { reference == "#/$defs/\($0.key)" }?.value
      faults += definition.map { self.faults(value, $0, place, isWhole: isWhole) } ?? ["\(place): no \(reference)"]
      return faults
    }
    if let types = schema["type"] as? [String] ?? (schema["type"] as? String).map({ [$0] }),
      !types.contains(where: { Self.isOf($0, value) })
    {
      faults.append("\(place): \(value) is no \(types.joined(separator: " or "))")
    }
    if let wanted = schema["const"], !Self.areEqual(value, wanted) { faults.append("\(place): isn't \(wanted)") }
    if let wanted = schema["enum"] as? [Any], !wanted.contains(where: { Self.areEqual(value, $0) }) {
      faults.append("\(place): \(value) is none of \(wanted)")
    }
    if let least = schema["minimum"] as? Double, let number = value as? Double, number < least {
      faults.append("\(place): \(number) is below \(least)")
    }
    if let least = schema["minLength"] as? Int, let text = value as? String, text.count < least {
      faults.append("\(place): is too short")
    }
    if let pattern = schema["pattern"] as? String, let text = value as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      faults.append("\(place): '\(text)' isn't like \(pattern)")
    }
    faults += itemFaults(value, schema, place) + memberFaults(value, schema, place, isWhole: isWhole)
    return faults + choiceFaults(value, schema, place)
  }

  private func itemFaults(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    guard let items = value as? [Any] else { return [] }
    var faults: [String] = []
    if let least = schema["minItems"] as? Int, items.count < least { faults.append("\(place): has too few items") }
    if let most = schema["maxItems"] as? Int, items.count > most { faults.append("\(place): has too many items") }
    guard let each = schema["items"] as? [String: Any] else { return faults }
    return faults
      + items.enumerated().flatMap { self.faults($1, each, "\(place)[\($0)]", isWhole: true) }
  }

  private func memberFaults(
    _ value: Any, _ schema: [String: Any], _ place: String, isWhole: Bool
  ) -> [String] {
    guard let members = value as? [String: Any] else { return [] }
    let required = schema["required"] as? [String] ?? []
    var faults = required.filter { members[$0] == nil }.map { "\(place): \($0) is missing" }
    let described = schema["properties"] as? [String: [String: Any]] ?? [:]
    for (name, member) in members {
      if let schema = described[name] {
        faults += self.faults(member, schema, "\(place).\(name)", isWhole: true)
      } else if isWhole {
        faults.append("\(place): \(name) isn't described")
      }
    }
    return faults
  }

  private func choiceFaults(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    func fits(_ part: [String: Any]) -> Bool { self.faults(value, part, place, isWhole: false).isEmpty }
    var faults: [String] = []
    if let choices = schema["oneOf"] as? [[String: Any]], choices.count(where: fits) != 1 {
      faults.append("\(place): fits not exactly one of \(choices)")
    }
    if let other = schema["not"] as? [String: Any], fits(other) { faults.append("\(place): fits \(other)") }
    guard let condition = schema["if"] as? [String: Any] else { return faults }
    let consequence = schema[fits(condition) ? "then" : "else"] as? [String: Any]
    return faults + (consequence.map { self.faults(value, $0, place, isWhole: false) } ?? [])
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    let number = value as? NSNumber
    let isTruth = number.map { String(cString: $0.objCType) == "c" } ?? false
    return switch type {
    case "null": value is NSNull
    case "string": value is String
    case "array": value is [Any]
    case "object": value is [String: Any]
    case "boolean": isTruth
    case "number": number != nil && !isTruth
    case "integer": number.map { $0.doubleValue == $0.doubleValue.rounded() } ?? false && !isTruth
    default: false
    }
  }

  private static func areEqual(_ a: Any, _ b: Any) -> Bool { (a as? NSObject)?.isEqual(b) ?? false }
}
