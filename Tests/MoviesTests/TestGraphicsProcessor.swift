import Fixtures
import Foundation

/// A graphics processor of the tests' own: the driver in Tests/VAAPIDriver, which encodes in software, reached through a
/// display that Xvfb has.
final class TestGraphicsProcessor: Sendable {
  /// What it needs that isn't there; nil where it runs.
  static let obstacle: String? = {
    for path in ["/usr/include/va/va_backend.h", "/usr/bin/cc", XServer.path]
    where !FileManager.default.fileExists(atPath: path) {
      return "\(path) is missing"
    }
    do { _ = try shared.get() } catch { return "\(error)" }
    return nil
  }()

  /// The one of this process.
  static let shared = Result { try TestGraphicsProcessor() }

  /// What libva is told.
  let environment: [String: String]
  /// What FFmpeg calls it.
  var device: String { server.display }
  private let server: XServer

  private init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opencapture-vaapi-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../VAAPIDriver/build")
    let built = try Command(at: script.standardizedFileURL.path).run([folder.path])
    guard built.status == 0 else { throw TimedOut(what: "the driver is built: \(built.errors)") }
    environment = ["LIBVA_DRIVER_NAME": "opencapture_test", "LIBVA_DRIVERS_PATH": folder.path]
    server = try XServer(size: "64x64")
    atexit {
      guard let one = try? TestGraphicsProcessor.shared.get() else { return }
      one.server.end()
      one.environment["LIBVA_DRIVERS_PATH"].map { try? FileManager.default.removeItem(atPath: $0) }
    }
  }
}
