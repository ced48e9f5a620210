public import Foundation

/// A folder that is gone when the test is over.
public struct TemporaryFolder: Sendable {
  /// Where it lies.
  public let url: URL

  /// Lets `body` use a new folder, and removes it afterwards.
  public static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "opencapture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(TemporaryFolder(url: url))
  }

  /// The same for a `body` that waits.
  public static func with<Result>(_ body: (TemporaryFolder) async throws -> Result) async throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "opencapture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(TemporaryFolder(url: url))
  }

  /// Where a file of this name lies, or would.
  public func path(_ name: String) -> String { url.appending(path: name).path }

  /// The names of what is in it, in order.
  public var contents: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path))?.sorted() ?? []
  }

  /// Writes a file, in a folder that is made where it is missing.
  @discardableResult
  public func file(_ name: String, _ bytes: [UInt8]) -> URL {
    let file = url.appending(path: name)
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data(bytes).write(to: file)
    return file
  }
}
