import Foundation
import Testing

/// What documents show is part of a program that is built and run.
@Suite("Documentation")
struct DocumentationTests {
  /// A block of Swift in a document, and the example that it says it is part of.
  private struct Sample {
    let example: String?
    var code = ""
  }

  private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardized

  /// The documents, as paths within the package.
  static let documents: [String] = {
    let articles =
      FileManager.default.enumerator(atPath: package.appending(path: "Sources").path)?
      .compactMap { $0 as? String }.filter { $0.contains(".docc/") && $0.hasSuffix(".md") } ?? []
    return ["README.md", "CONTRIBUTING.md"] + articles.map { "Sources/\($0)" }.sorted()
  }()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// The blocks of Swift in a document; the line before each names its example in a comment.
  private static func samples(in document: String) -> [Sample] {
    var samples: [Sample] = []
    var isInside = false
    var before: Substring = ""
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      switch line {
      case "```swift":
        let isNamed = before.hasPrefix("<!-- ") && before.hasSuffix(" -->")
        samples.append(Sample(example: isNamed ? String(before.dropFirst(5).dropLast(4)) : nil))
        isInside = true
      case "```": isInside = false
      default: if isInside { samples[samples.count - 1].code += line + "\n" }
      }
      before = line
    }
    return samples
  }

  @Test("Every sample is part of an example, line by line", arguments: documents)
  func sample(document: String) throws {
    for sample in Self.samples(in: try Self.text(document)) {
      let example = try #require(sample.example, "\(document): a sample names no example:\n\(sample.code)")
      let lines = "\n" + (try Self.text(example))
      #expect(lines.contains("\n" + sample.code), "\(document): \(example) has no such lines:\n\(sample.code)")
    }
  }

  @Test("Each file of the guide's samples is shown somewhere")
  func guide() throws {
    let shown = try Self.documents.flatMap { Self.samples(in: try Self.text($0)).compactMap(\.example) }
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.package.appending(path: "Examples/guide").path)
    #expect(
      Set(files).subtracting(["main.swift"]).map { "Examples/guide/\($0)" }.filter { !shown.contains($0) } == [])
  }

  @Test("Files that documents lead to are there", arguments: documents + ["ARCHITECTURE.md", "SECURITY.md"])
  func links(document: String) throws {
    let folder = Self.package.appending(path: document).deletingLastPathComponent()
    for match in try Self.text(document).matches(of: #/\]\((?<path>[^):#]+)\)/#) {
      let file = folder.appending(path: String(match.path))
      #expect(FileManager.default.fileExists(atPath: file.path), "\(document) leads to \(match.path)")
    }
  }
}
