public import Foundation

/// A command that runs to its end and whose output is collected.
public struct Command: Sendable {
  /// The result of a command.
  public struct Outcome: Sendable {
    /// The exit status, or 128 plus the number of the signal that ended the command.
    public let status: Int32
    /// The standard output.
    public let output: [UInt8]
    /// The standard error.
    public let errors: String

    /// The output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }

    /// The lines of the output.
    public var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  /// The timeout in seconds after which a hanging command is killed, so that the test fails instead of hanging too.
  private static let timeout = 900.0

  /// The executable file.
  public let executable: URL

  /// Makes a command that was built together with the tests.
  public init(built name: String) {
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    executable = tests.deletingLastPathComponent().appending(path: name)
  }

  /// Returns the variables for a process.
  ///
  /// - Parameter variables: Variables in addition to those of this process.
  static func environment(adding variables: [String: String]) -> [String: String] {
    // After a crash, a program that prints the stack can keep the process from ending.
    ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(variables) { $1 }
  }

  /// Makes a command at a path.
  public init(at path: String) { executable = URL(filePath: path) }

  /// Runs the command to its end.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the command's name.
  ///   - input: The standard input. Default: empty.
  ///   - folder: The working folder. Default: the current one.
  ///   - environment: Variables in addition to those of this process. Default: none.
  public func run(
    _ arguments: [String], input: [UInt8] = [], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try TemporaryFolder.with { files in
      let given = files.file("input", input)
      let printed = files.file("output", [])
      let errors = files.file("errors", [])
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      process.currentDirectoryURL = folder
      process.environment = Self.environment(adding: environment)
      process.standardInput = try FileHandle(forReadingFrom: given)
      process.standardOutput = try FileHandle(forWritingTo: printed)
      process.standardError = try FileHandle(forWritingTo: errors)
      let end = DispatchSemaphore(value: 0)
      process.terminationHandler = { _ in end.signal() }
      try process.run()
      if end.wait(timeout: .now() + Self.timeout) == .timedOut { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
      let signalOffset: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
      return Outcome(
        status: process.terminationStatus + signalOffset, output: [UInt8](try Data(contentsOf: printed)),
        errors: try String(decoding: Data(contentsOf: errors), as: UTF8.self))
    }
  }
}
