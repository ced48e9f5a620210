import Fixtures
import Foundation
import Testing

/// Tests that the examples for Apple's systems use only Apple's names, so that they compile there.
///
/// Apple's compiler is not available on Linux. Each name is looked up in a list of Apple's capture classes, with the
/// systems that declare it, or in ``ApplesNames``. Without the list, the tests that need it are skipped.
@Suite("Names in examples for Apple's systems")
struct ApplesNamesTests {
  private static let programs = ["AVFoundation", "tutorials"].flatMap { parent -> [SourceForApple] in
    let folder = Documents.package.appending(path: "Examples/\(parent)")
    let folders = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    // The screen is not for Apple's systems.
    return (folders ?? []).filter { $0.hasDirectoryPath && $0.lastPathComponent != "screen" }
      .compactMap { try? SourceForApple($0) }
  }

  private static let table = Corpus.folder.map { $0 + "/../avfoundation/names.tsv" }.flatMap {
    try? String(contentsOfFile: $0, encoding: .utf8)
  }

  @Test("The six programs import only Apple's modules and state their systems")
  func imports() {
    #expect(Self.programs.count == 6)
    for program in Self.programs {
      let modules = program.imports.subtracting(["TutorialScreen"])
      #expect(modules.subtracting(ApplesNames.modules) == [], "\(program.name)")
      #expect(program.statesSystem, "\(program.name)")
    }
  }

  @Test("Delegates inherit from NSObject, as Apple's protocols require")
  func delegates() {
    for program in Self.programs { #expect(program.delegatesWithoutObject == [], "\(program.name)") }
  }

  @Test("Apple declares each name on the program's system", .enabled(if: table != nil))
  func names() throws {
    let systems = try Self.systems(of: #require(Self.table))
    for program in Self.programs {
      #expect(program.globals.count > 5, "\(program.name)")
      #expect(program.members.count > (program.name == "first-code" ? 8 : 20), "\(program.name)")
      let unknown = program.globals.union(program.members).filter { name in
        guard let systems = systems[name] else { return true }
        return !systems.contains(program.isForMacOS ? "both" : "ios") && !systems.contains("both")
      }
      let known = ApplesNames.globals.union(ApplesNames.members).union(ApplesNames.swift).union(program.declared)
      #expect(unknown.subtracting(known).sorted() == [], "\(program.name)")
    }
  }

  @Test("A name of this package is detected", .enabled(if: table != nil))
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

  /// Returns the systems that declare each name: `ios`, `macos` or `both`.
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
