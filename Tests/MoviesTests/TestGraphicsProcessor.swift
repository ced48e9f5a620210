import Fixtures
import Foundation

/// A graphics processor of the tests' own: the driver in Tests/VAAPIDriver, which encodes in software, reached through a
/// display that Xvfb has.
final class TestGraphicsProcessor: Sendable {
  /// What it needs that isn't there; nil where it runs.
  static let obstacle: String? = {
    for path in ["/usr/include/va/va_backend.h", "/usr/bin/cc", "/usr/bin/Xvfb"]
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
  let device: String
  private let server: Process

  private init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opencapture-vaapi-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../VAAPIDriver/build")
    let built = try Command(at: script.standardizedFileURL.path).run([folder.path])
    guard built.status == 0 else { throw TimedOut(what: "the driver is built: \(built.errors)") }
    environment = ["LIBVA_DRIVER_NAME": "opencapture_test", "LIBVA_DRIVERS_PATH": folder.path]
    server = Process()
    server.executableURL = URL(filePath: "/usr/bin/Xvfb")
    // It chooses a number that is free, and says which on its standard output.
    server.arguments = ["-displayfd", "1", "-screen", "0", "64x64x24", "-nolisten", "tcp", "-noreset"]
    let pipe = Pipe()
    (server.standardOutput, server.standardError) = (pipe, FileHandle.nullDevice)
    try server.run()
    var number: [UInt8] = []
    while let byte = try pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
      number.append(byte)
    }
    guard !number.isEmpty else { throw TimedOut(what: "Xvfb says its number") }
    device = ":" + String(decoding: number, as: UTF8.self)
    // It is started with the signals blocked that would ask it politely.
    atexit {
      guard let one = try? TestGraphicsProcessor.shared.get() else { return }
      kill(one.server.processIdentifier, SIGKILL)
      one.environment["LIBVA_DRIVERS_PATH"].map { try? FileManager.default.removeItem(atPath: $0) }
    }
  }
}
