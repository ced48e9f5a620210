import Fixtures
import Foundation
import Testing

/// Tests that compare the code samples of documents with the examples.
@Suite("Documentation")
struct DocumentationTests {
  /// A Swift code block of a document, and the example that the document names.
  private struct Sample {
    let example: String?
    var code = ""
  }

  /// The documents whose code and links are checked.
  private static let documents = Documents.all.filter { path in
    ["README.md", "CONTRIBUTING.md"].contains(path) || path.hasPrefix("Documentation/") || path.contains(".docc/")
  }

  /// Returns the Swift code blocks of a document; a comment in the line before each names its example.
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

  @Test("Every code sample matches its example line by line", arguments: documents)
  func sample(document: String) throws {
    for sample in Self.samples(in: try Documents.text(document)) {
      let example = try #require(sample.example, "\(document): a sample names no example:\n\(sample.code)")
      // A reader's copy of the manifest is outside of the checkout.
      let shown = try Documents.text(example).replacing("path: \"../..\"", with: "path: \"../OpenCapture\"")
      let lines = "\n" + shown
      #expect(lines.contains("\n" + sample.code), "\(document): \(example) has no such lines:\n\(sample.code)")
    }
  }

  @Test("Each behavior in the table of Apple's names is the title of a test in the linked file")
  func behaviors() throws {
    let row = try Regex(
      "^\\| (.+) \\| \\[.+\\]\\(\\.\\./(Tests/.+)\\) \\|$", as: (Substring, Substring, Substring).self)
    let rows = try Documents.text("Documentation/apple-behavior.md").split(separator: "\n").compactMap {
      try row.wholeMatch(in: $0)?.output
    }
    #expect(rows.count >= 120)
    for (_, behavior, file) in rows {
      let tests = try Documents.text(String(file))
      #expect(tests.contains("\"\(behavior)\""), "\(file) has no test with the title: \(behavior)")
    }
  }

  /// Runs the Swift compiler's command.
  private static func swift(_ arguments: [String]) throws -> Command.Outcome {
    let name = ProcessInfo.processInfo.environment["SWIFT"] ?? "swift"
    return try Command(at: "/usr/bin/env").run([name] + arguments)
  }

  private static let hasSwift = (try? swift(["--version"]))?.status == 0

  @Test(
    "The manifest in the README is valid, and uses a product of this package",
    .enabled(if: hasSwift, "skipped: swift is not in the search path"))
  func manifest() throws {
    try TemporaryFolder.with { folder in
      let example = Documents.package.appending(path: "Examples/first-steps").path
      let outcome = try Self.swift(
        ["package", "dump-package", "--package-path", example, "--scratch-path", folder.path("build")])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let manifest = try Documents.text("Package.swift")
      for match in outcome.text.matches(of: #/"product"\s*:\s*\[\s*"(?<name>\w+)"/#) {
        #expect(manifest.contains("product(\"\(match.name)\""), "\(match.name)")
      }
    }
  }

  @Test("A document shows each file of the guide")
  func guide() throws {
    let shown = try Self.documents.flatMap { Self.samples(in: try Documents.text($0)).compactMap(\.example) }
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Documents.package.appending(path: "Examples/guide").path)
    #expect(
      Set(files).subtracting(["main.swift"]).map { "Examples/guide/\($0)" }.filter { !shown.contains($0) } == [])
  }

  /// Returns the anchors of a text's headings, as GitHub makes them.
  private static func anchors(in text: String) -> Set<String> {
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { $0.drop { "# ".contains($0) } }
    return Set(
      headings.map { heading in
        heading.lowercased().replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || "-_".contains($0) }
      })
  }

  @Test(
    "Every link leads to an existing file and heading", arguments: documents + ["ARCHITECTURE.md", "SECURITY.md"])
  func links(document: String) throws {
    let folder = Documents.package.appending(path: document).deletingLastPathComponent()
    for match in try Documents.text(document).matches(of: #/\]\((?<path>[^):#]+)(?:#(?<anchor>[^)]+))?\)/#) {
      let file = folder.appending(path: String(match.path))
      #expect(FileManager.default.fileExists(atPath: file.path), "\(document) leads to \(match.path)")
      guard let anchor = match.anchor else { continue }
      let anchors = Self.anchors(in: try String(contentsOf: file, encoding: .utf8))
      #expect(anchors.contains(String(anchor)), "\(document) leads to \(match.path)#\(anchor)")
    }
  }
}
