import Foundation
import OpenCaptureCommandSupport
import Testing

@Suite("The version")
struct VersionTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardized

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  @Test("The packages have the version of the commands")
  func packages() throws {
    let number = Version.number
    #expect(try Self.text("debian/changelog").hasPrefix("opencapture (\(number)) "))
    #expect(try Self.text("Distribution/python/pyproject.toml").contains("\nversion = \"\(number)\"\n"))
    #expect(
      try Self.text("Distribution/python/src/opencapture/__init__.py").contains("\n__version__ = \"\(number)\"\n"))
  }

  @Test("The last dated section of the changelog has the version of the commands")
  func changelog() throws {
    let dated = try #require(
      try Self.text("CHANGELOG.md").firstMatch(of: #/\n## \[([0-9.]+)\] - \d{4}-\d\d-\d\d\n/#))
    #expect(dated.1 == Version.number)
  }
}
