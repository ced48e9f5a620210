import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The labels of the codes in one picture of the corpus.
struct CodeTruth {
  /// A labelled code.
  struct Code {
    let type: String
    /// The correct texts; empty if the text is unknown.
    let texts: Set<String>
    let hexadecimal: String?
    /// The corners in pixels; empty if they are not labelled.
    let corners: [Point]

    /// Returns whether a detected code is this one.
    func matches(_ code: MachineReadableCodeObject) -> Bool {
      let bytes = code.bytes.map { String(format: "%02x", $0) }.joined()
      if let hexadecimal, hexadecimal == bytes { return true }
      if let text = code.stringValue, texts.contains(Self.normalized(text)) { return true }
      guard texts.isEmpty, hexadecimal == nil else { return false }
      return corners.isEmpty ? code.type.name == type : contains(code.cornerPoints)
    }

    /// Returns whether the centre of a detected code lies inside this one's outline.
    private func contains(_ found: Corners) -> Bool {
      let x = found.map(\.x).reduce(0, +) / 4
      let y = found.map(\.y).reduce(0, +) / 4
      var isInside = false
      for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) where (a.y > y) != (b.y > y) {
        if x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x { isInside.toggle() }
      }
      return isInside
    }

    fileprivate static func normalized(_ text: String) -> String {
      var text = text.replacingOccurrences(of: "\r\n", with: "\n")
      while text.last?.isWhitespace == true { text.removeLast() }
      return text
    }
  }

  let file: String
  var codes: [Code] = []

  /// Returns whether the picture contains a code of this type.
  func holds(_ type: String) -> Bool { codes.contains { $0.type == type } }

  /// Loads the labels of all pictures: one JSON object per line and code.
  static func load(_ path: String) throws -> [CodeTruth] {
    var pictures: [String: CodeTruth] = [:]
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let file = object["file"] as? String, let type = object["symbology"] as? String
      else { continue }
      var picture = pictures[file] ?? CodeTruth(file: file)
      if type != "none" { picture.codes.append(code(object, type)) }
      pictures[file] = picture
    }
    return pictures.values.sorted { $0.file < $1.file }
  }

  private static func code(_ object: [String: Any], _ type: String) -> Code {
    let texts = [object["text"] as? String].compactMap(\.self) + (object["alt"] as? [String] ?? [])
    let corners = (object["corners"] as? [[Double]] ?? []).map { Point(x: $0[0], y: $0[1]) }
    return Code(
      type: type, texts: Set(texts.map(Code.normalized)), hexadecimal: (object["hex"] as? String)?.lowercased(),
      corners: corners)
  }
}

extension Array {
  /// Returns every `interval`th element, beginning with the first one.
  func every(_ interval: Int) -> [Element] { stride(from: 0, to: count, by: interval).map { self[$0] } }
}
