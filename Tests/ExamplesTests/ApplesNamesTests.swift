import Fixtures
import Foundation
import Testing

/// That the examples for Apple's systems would compile there: they use nothing that is ours alone.
///
/// There is no compiler for Apple's systems here. So each name that they use is looked up: in the list of what Apple's capture
/// classes declare, with the system that has it, where that is at hand; else in ``ApplesNames``.
@Suite("Names in examples for Apple's systems")
struct ApplesNamesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Examples/AVFoundation").standardized

  private static let programs: [SourceForApple] = {
    let folders = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (folders ?? []).filter(\.hasDirectoryPath).compactMap { try? SourceForApple($0) }
  }()

  private static let table = Corpus.folder.map { $0 + "/../avfoundation/names.tsv" }.flatMap {
    try? String(contentsOfFile: $0, encoding: .utf8)
  }

  @Test("There are five of them, which import Apple's modules alone and say which system they are for")
  func imports() {
    #expect(Self.programs.count == 5)
    for program in Self.programs {
      #expect(program.imports.subtracting(ApplesNames.modules) == [], "\(program.name)")
      #expect(program.saysSystem, "\(program.name)")
    }
  }

  @Test("Delegates are objects of Objective-C's, as Apple's protocols ask")
  func delegates() {
    for program in Self.programs { #expect(program.delegatesWithoutObject == [], "\(program.name)") }
  }

  @Test("Each name is one that Apple has, on the system that the program is for", .enabled(if: table != nil))
  func names() throws {
    let systems = try Self.systems(of: #require(Self.table))
    for program in Self.programs {
      #expect(program.globals.count > 5 && program.members.count > 20, "\(program.name)")
      let unknown = program.globals.union(program.members).filter { name in
        guard let systems = systems[name] else { return true }
        return !systems.contains(program.isForMacOS ? "both" : "ios") && !systems.contains("both")
      }
      let known = ApplesNames.globals.union(ApplesNames.members).union(ApplesNames.swift).union(program.declared)
      #expect(unknown.subtracting(known).sorted() == [], "\(program.name)")
    }
  }

  @Test("A program that uses a name of ours would be found out", .enabled(if: table != nil))
  func counterexample() throws {
    let systems = try Self.systems(of: #require(Self.table))
    try TemporaryFolder.with { folder in
      let code = "import OpenCapture\nclass A: AVCaptureFileOutputRecordingDelegate {}\nlet a = device.resumesAfter"
      _ = folder.file("main.swift", Array(code.utf8))
      let program = try SourceForApple(folder.url)
      #expect(program.imports == ["OpenCapture"] && program.delegatesWithoutObject == ["A"])
      #expect(program.members == ["resumesAfter"])
      #expect(systems["resumesAfter"] == nil)
    }
  }

  /// Which systems have a name: `ios`, `macos` or `both`.
  private static func systems(of table: String) -> [String: Set<String>] {
    var systems: [String: Set<String>] = [:]
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 7 else { continue }
      let member = fields[1].drop { $0 == "." }.prefix { $0 != "(" }
      let names = member.isEmpty ? fields[0].split(separator: ".") : [member]
      for name in names { systems[String(name), default: []].insert(String(fields[4])) }
    }
    return systems
  }
}
