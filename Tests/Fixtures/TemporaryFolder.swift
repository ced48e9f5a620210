public import Foundation

/// A folder that exists during a test.
public struct TemporaryFolder: Sendable {
  /// The folder's URL.
  public let url: URL

  /// Calls `body` with a new folder, and removes the folder afterwards.
  public static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "opencapture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(TemporaryFolder(url: url))
  }

  /// Calls an asynchronous `body` with a new folder, and removes the folder afterwards.
  public static func with<Result>(_ body: (TemporaryFolder) async throws -> Result) async throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "opencapture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(TemporaryFolder(url: url))
  }

  /// Returns the path of an existing or future file.
  public func path(_ name: String) -> String { url.appending(path: name).path }

  /// The sorted names of the folder's entries.
  public var contents: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path))?.sorted() ?? []
  }

  /// Writes a file; creates missing folders.
  @discardableResult
  public func file(_ name: String, _ bytes: [UInt8]) -> URL {
    let file = url.appending(path: name)
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data(bytes).write(to: file)
    return file
  }
}
