import Fixtures
import Foundation

/// A VA-API test driver that encodes in software (Tests/VAAPIDriver), on an Xvfb display.
final class TestGraphicsProcessor: Sendable {
  /// The missing requirement; nil if the driver works.
  static let obstacle: String? = {
    for path in ["/usr/include/va/va_backend.h", "/usr/bin/cc", XServer.path]
    where !FileManager.default.fileExists(atPath: path) {
      return "\(path) is missing"
    }
    do { _ = try shared.get() } catch { return "\(error)" }
    return nil
  }()

  /// The shared instance of this process.
  static let shared = Result { try TestGraphicsProcessor() }

  /// The environment variables for libva.
  let environment: [String: String]
  /// FFmpeg's name of the device.
  var device: String { server.display }
  private let server: XServer

  private init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opencapture-vaapi-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../VAAPIDriver/build")
    let built = try Command(at: script.standardizedFileURL.path).run([folder.path])
    guard built.status == 0 else { throw TimedOut(what: "building the driver: \(built.errors)") }
    environment = ["LIBVA_DRIVER_NAME": "opencapture_test", "LIBVA_DRIVERS_PATH": folder.path]
    server = try XServer(size: "64x64")
    atexit {
      guard let one = try? TestGraphicsProcessor.shared.get() else { return }
      one.server.end()
      one.environment["LIBVA_DRIVERS_PATH"].map { try? FileManager.default.removeItem(atPath: $0) }
    }
  }
}
