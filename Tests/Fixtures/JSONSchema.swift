public import Foundation

/// A JSON Schema with the keywords that this project uses, for validating output in tests.
///
/// Stricter than the standard in two ways: members that the schema does not describe are faults, and unknown
/// keywords of the schema are faults.
public struct JSONSchema: @unchecked Sendable {
  private let root: [String: Any]

  /// Reads a schema from a file.
  public init(contentsOf file: URL) throws {
    guard let root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] else {
      throw CocoaError(.fileReadCorruptFile)
    }
    self.root = root
  }

  /// Returns the faults of a text with their positions; empty if the text conforms.
  ///
  /// - Parameter definition: The schema's definition to use. Default: the schema itself.
  public func faults(in text: String, as definition: String? = nil) -> [String] {
    do {
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      return faults(value, definition.map { ["$ref": "#/$defs/\($0)"] } ?? root, "$", isWhole: true)
    } catch {
      return ["$: not JSON: \(text)"]
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
      faults +=
        definition.map { self.faults(value, $0, place, isWhole: isWhole) } ?? ["\(place): \(reference) not found"]
      return faults
    }
    if let types = schema["type"] as? [String] ?? (schema["type"] as? String).map({ [$0] }),
      !types.contains(where: { Self.isOf($0, value) })
    {
      faults.append("\(place): \(value) is not of type \(types.joined(separator: " or "))")
    }
    if let expected = schema["const"], !Self.areEqual(value, expected) {
      faults.append("\(place): is not \(expected)")
    }
    if let expected = schema["enum"] as? [Any], !expected.contains(where: { Self.areEqual(value, $0) }) {
      faults.append("\(place): \(value) is not one of \(expected)")
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
      faults.append("\(place): '\(text)' does not match \(pattern)")
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
        faults.append("\(place): \(name) is not in the schema")
      }
    }
    return faults
  }

  private func choiceFaults(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    func fits(_ part: [String: Any]) -> Bool { self.faults(value, part, place, isWhole: false).isEmpty }
    var faults: [String] = []
    if let choices = schema["oneOf"] as? [[String: Any]], choices.count(where: fits) != 1 {
      faults.append("\(place): must match exactly one of \(choices)")
    }
    if let other = schema["not"] as? [String: Any], fits(other) {
      faults.append("\(place): must not match \(other)")
    }
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
