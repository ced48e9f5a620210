import Foundation

/// A screen of the tests' own, by Xvfb, until this process ends.
public final class XServer: Sendable {
  /// Where Xvfb lies.
  public static let path = "/usr/bin/Xvfb"

  /// What programs call its display.
  public let display: String
  private let process: Process

  /// Starts one.
  ///
  /// - Parameter size: Pixels across and down.
  public init(size: String) throws {
    process = Process()
    process.executableURL = URL(filePath: Self.path)
    // It chooses a number that is free, and says which on its standard output.
    process.arguments = ["-displayfd", "1", "-screen", "0", size + "x24", "-nolisten", "tcp", "-noreset"]
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    try process.run()
    var number: [UInt8] = []
    while let byte = try pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
      number.append(byte)
    }
    guard !number.isEmpty else { throw TimedOut(what: "Xvfb says its number") }
    display = ":" + String(decoding: number, as: UTF8.self)
  }

  /// Ends it; it is started with the signals blocked that would ask it politely.
  public func end() { kill(process.processIdentifier, SIGKILL) }
}
