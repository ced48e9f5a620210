import Fixtures
import Foundation
import Testing

/// An answer line of `scan-qr --stream`, validated against the schema.
struct Answer {
  let members: [String: Any]

  private static let schema = try? JSONSchema(
    contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/schemas/stream-answer-1.json"))

  /// Parses a line and validates it against the schema.
  init(_ line: String) throws {
    let faults = try #require(Self.schema).faults(in: line)
    #expect(faults.isEmpty, "\(line)")
    members = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  var id: String { (members["id"] as? String) ?? (members["id"] as? Int).map { "\($0)" } ?? "null" }
  var status: String { members["status"] as? String ?? "" }
  var isPartial: Bool { members["partial"] != nil }
  var codes: [[String: Any]] { members["codes"] as? [[String: Any]] ?? [] }
  var texts: [String] { codes.compactMap { $0["text"] as? String } }
  var size: [Int]? { members["size"] as? [Int] }
  var errorCode: String? { (members["error"] as? [String: Any])?["code"] as? String }
  var errorText: String? { (members["error"] as? [String: Any])?["text"] as? String }
}

/// Requests, as lines and bytes.
struct Requests {
  private(set) var bytes: [UInt8] = []

  private static let schema = try? JSONSchema(
    contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/schemas/stream-input-1.json"))

  /// Adds any line.
  mutating func add(line: String) { bytes += Array((line + "\n").utf8) }

  /// Adds a request for a file.
  mutating func add(_ id: String, path: String) throws {
    try add(valid: #"{"id":"\#(id)","path":"\#(path)"}"#)
  }

  /// Adds a request with a file's bytes.
  ///
  /// - Parameter end: The text after the bytes.
  mutating func add(_ id: String, _ file: [UInt8], end: String = "") throws {
    try add(valid: #"{"id":"\#(id)","bytes":\#(file.count)}"#)
    bytes += file + Array(end.utf8)
  }

  private mutating func add(valid line: String) throws {
    #expect(try #require(Self.schema).faults(in: line).isEmpty)
    add(line: line)
  }
}
