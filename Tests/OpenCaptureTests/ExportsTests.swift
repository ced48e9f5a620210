import Foundation
import Testing

/// What a module's declarations mention, who imports the module has to have, too.
@Suite("Exports")
struct ExportsTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
    .standardized

  /// The folders of the modules that are products.
  static let modules = [
    "MediaSamples", "Metadata", "Processing", "Pictures", "Movies", "Pages", "Codes", "Faces", "Flow", "Session",
    "Cameras",
    "SyntheticDevices", "Files", "Overlay",
  ]

  /// Our modules that the lines of some files import in this way.
  private static func imports(_ way: String, in files: [URL]) throws -> Set<Substring> {
    try Set(
      files.flatMap { file in
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
          line.hasPrefix(way + " OpenCapture") ? line.dropFirst(way.count + 1) : nil
        }
      })
  }

  @Test("Whoever imports a module has the modules that its declarations mention", arguments: modules)
  func exports(_ module: String) throws {
    let folder = Self.sources.appending(path: module)
    let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
    let files = names.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
    let mentioned = try Self.imports("public import", in: files)
    #expect(!mentioned.isEmpty)
    #expect(try Self.imports("@_exported public import", in: files) == mentioned)
  }
}
