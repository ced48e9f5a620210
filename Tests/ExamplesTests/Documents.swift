import Foundation

/// The Markdown documents of the package.
enum Documents {
  /// The package's folder.
  static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// The paths of all documents relative to the package.
  static let all: [String] = {
    let files = FileManager.default
    let top = (try? files.contentsOfDirectory(atPath: package.path)) ?? []
    // Others have no documents, but build products.
    let folders = ["Distribution", "Documentation", "Models", "Scripts", "Sources", "Tests"]
    let nested = folders.flatMap { folder in
      let paths = files.enumerator(atPath: package.appending(path: folder).path)?.compactMap { $0 as? String }
      return (paths ?? []).map { "\(folder)/\($0)" }
    }
    return (top + nested).filter { $0.hasSuffix(".md") }.sorted()
  }()

  /// Returns the text of a document.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// Returns the fenced code blocks of a language.
  static func blocks(of language: String, in document: String) throws -> [String] {
    var blocks: [String] = []
    var isInside = false
    for line in try text(document).split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```" + language {
        blocks.append("")
        isInside = true
      } else if line == "```" {
        isInside = false
      } else if isInside {
        blocks[blocks.count - 1] += line + "\n"
      }
    }
    return blocks
  }

  /// Returns the shell lines of a document: those that are indented or fenced, with or without a prompt.
  static func shellLines(in document: String) throws -> [Substring] {
    var isFenced = false
    return try text(document).split(separator: "\n").compactMap { line in
      if line.hasPrefix("```") { isFenced.toggle() }
      guard isFenced || line.hasPrefix("    ") else { return nil }
      let text = line.drop { $0 == " " }
      return text.hasPrefix("$ ") ? text.dropFirst(2) : text
    }
  }
}
