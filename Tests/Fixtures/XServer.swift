import Foundation

/// A display for tests, provided by Xvfb until this process ends.
public final class XServer: Sendable {
  /// The path of Xvfb.
  public static let path = "/usr/bin/Xvfb"
  /// Whether Xvfb is installed.
  public static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// The name of the display.
  public let display: String
  private let process: Process

  /// Starts a server.
  ///
  /// - Parameter size: The size in pixels, such as `640x480`.
  public init(size: String) throws {
    process = Process()
    process.executableURL = URL(filePath: Self.path)
    // Xvfb chooses a free number and prints it.
    process.arguments = ["-displayfd", "1", "-screen", "0", size + "x24", "-nolisten", "tcp", "-noreset"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    var number: [UInt8] = []
    while let byte = try pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
      number.append(byte)
    }
    guard !number.isEmpty else { throw TimedOut(what: "the number of Xvfb's display") }
    display = ":" + String(decoding: number, as: UTF8.self)
  }

  /// Kills the server, which starts with SIGINT and SIGTERM blocked.
  public func end() { kill(process.processIdentifier, SIGKILL) }
}
