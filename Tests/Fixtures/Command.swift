public import Foundation

/// Runs a command and takes what it prints.
public struct Command: Sendable {
  /// What a command left behind.
  public struct Outcome: Sendable {
    /// The exit status; 128 and the signal where one ended it.
    public let status: Int32
    /// What it wrote to standard output.
    public let output: [UInt8]
    /// What it wrote to standard error.
    public let errors: String

    /// The output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }

    /// The lines of the output.
    public var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  /// Seconds after which a command that hangs is ended: the test then fails, rather than hang as well.
  private static let patience = 900.0

  /// Where the executable lies.
  public let executable: URL

  /// The command of this name that was built together with the tests.
  public init(built name: String) {
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    executable = tests.deletingLastPathComponent().appending(path: name)
  }

  /// The command at this place.
  public init(at path: String) { executable = URL(filePath: path) }

  /// Runs the command to its end.
  ///
  /// - Parameters:
  ///   - arguments: What follows the command's name.
  ///   - input: What it reads from standard input; default nothing.
  ///   - folder: Where it runs; default here.
  ///   - environment: Variables that it has beside those of this process; default none.
  public func run(
    _ arguments: [String], input: [UInt8] = [], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try TemporaryFolder.with { files in
      let (given, printed, errors) = (
        files.file("input", input), files.file("output", []), files.file("errors", [])
      )
      let process = Process()
      (process.executableURL, process.arguments) = (executable, arguments)
      process.currentDirectoryURL = folder
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardInput = try FileHandle(forReadingFrom: given)
      process.standardOutput = try FileHandle(forWritingTo: printed)
      process.standardError = try FileHandle(forWritingTo: errors)
      let end = DispatchSemaphore(value: 0)
      process.terminationHandler = { _ in end.signal() }
      try process.run()
      if end.wait(timeout: .now() + Self.patience) == .timedOut { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
      let signalOffset: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
      return Outcome(
        status: process.terminationStatus + signalOffset, output: [UInt8](try Data(contentsOf: printed)),
        errors: try String(decoding: Data(contentsOf: errors), as: UTF8.self))
    }
  }
}
