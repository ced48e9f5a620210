import Fixtures
import Foundation
import Testing

/// Type-checks one use of each name of Apple's capture classes.
@Suite("Names of AVFoundation")
struct NamesTests {
  private struct Name {
    let type, member, kind, group: String

    /// An expression that does not compile if the name is missing.
    var use: String {
      switch kind {
      case "class", "struct", "enum": "use(\(type).self)"
      case "protocol": "use((any \(type)).self)"
      case "key": "use(\(type))"
      case _ where type.hasSuffix("Delegate") || type.hasSuffix("Customizer"):
        "do { func check<P: \(type)>(_ p: P) { use(p.\(member)) } }"
      case "property": "use(\\\(type).\(member))"
      case _ where member == "subscript(_:)": "use({ (one: \(type), key: any AVCaptureOutput) in one[key] })"
      case "method" where member.hasSuffix("()"): "use({ (one: \(type)) throws in try one.\(member) })"
      default: "use(\(type).\(member))"
      }
    }

    init?(_ line: Substring) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 7 else { return nil }
      type = String(fields[0])
      kind = String(fields[2])
      group = String(fields[6])
      let name = fields[1].hasPrefix(".") ? fields[1].dropFirst() : fields[1]
      member = name == "default" ? "`default`" : String(name)
    }
  }

  /// The required coverage of each group, in percent; 80 for all others, which are mostly unsupported.
  private static let goals = [
    "session": 100, "device": 100, "input": 100, "output": 100, "connection": 100, "metadata": 100, "preview": 100,
    "photo": 95, "movie": 95, "audio": 95,
  ]

  private static let table = Corpus.folder.map { $0 + "/../avfoundation/names.tsv" }.flatMap {
    try? String(contentsOfFile: $0, encoding: .utf8)
  }

  @Test("Each group has its required coverage of names", .enabled(if: table != nil, "no list of names"))
  func coverage() throws {
    let names = try #require(Self.table).split(separator: "\n").compactMap { Name($0) }
    #expect(names.count > 900)
    var lines = ["import AVFoundation", "func use<T>(_ value: T) {}"]
    lines += names.enumerated().map { "func name\($0)() { \($1.use) }" }
    let wrong = try TemporaryFolder.with { folder in
      let file = folder.file("uses.swift", Array(lines.joined(separator: "\n").utf8))
      let outcome = try Command(at: "/usr/bin/env").run(
        ["swiftc", "-typecheck", "-suppress-warnings"] + modules + [file.path])
      let errors = outcome.errors.split(separator: "\n").filter { $0.contains(": error: ") }
      return Set(errors.compactMap { $0.firstMatch(of: /uses\.swift:(\d+):/).flatMap { Int($0.1) } })
    }
    let missing = Set(wrong.map { $0 - 3 })
    for (group, members) in Dictionary(grouping: names.enumerated(), by: \.element.group) {
      let present = members.count { !missing.contains($0.offset) }
      let missingNames = members.filter { missing.contains($0.offset) }
        .map { "\($0.element.type).\($0.element.member)" }
      #expect(present * 100 >= members.count * Self.goals[group, default: 80], "\(group): \(missingNames)")
    }
  }

  /// Compiler options for the modules of the test build.
  private var modules: [String] {
    let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Bridges")
    let maps = [package, build].flatMap { folder in
      (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? [])
        .filter { $0.lastPathComponent == "module.modulemap" }
    }
    return ["-I", build.appending(path: "Modules").path]
      + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
  }
}
