import Foundation
import Testing

/// A client of a module must also see the modules whose types appear in its declarations.
@Suite("Exports")
struct ExportsTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
    .standardized

  /// The source folders of the tested modules.
  static let modules = [
    "MediaSamples", "Metadata", "Processing", "Pictures", "Movies", "Pictures/Pages", "Codes", "Faces", "Flow",
    "Session", "Cameras", "SyntheticDevices", "Files", "Overlay",
  ]

  /// Returns this package's modules that the files import with the given prefix.
  private static func imports(_ prefix: String, in files: [URL]) throws -> Set<Substring> {
    try Set(
      files.flatMap { file in
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
          line.hasPrefix(prefix + " OpenCapture") ? line.dropFirst(prefix.count + 1) : nil
        }
      })
  }

  @Test("A module reexports the modules that its public declarations use", arguments: modules)
  func exports(_ module: String) throws {
    let folder = Self.sources.appending(path: module)
    let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
    let files = names.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Pages/") }
      .map { folder.appending(path: $0) }
    let publicImports = try Self.imports("public import", in: files)
    #expect(!publicImports.isEmpty)
    #expect(try Self.imports("@_exported public import", in: files) == publicImports)
  }
}
