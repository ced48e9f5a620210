public import Foundation
import OpenCaptureSystem

/// A running command that a test writes to and reads from.
public final class RunningCommand: Sendable {
  private struct State: Lockable {
    var lines: [String] = []
    var isAtEnd = false
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let state = Monitor(State())
  private let end = DispatchSemaphore(value: 0)
  /// A second descriptor of the process's input.
  private let watched: Int32

  /// Starts the command; its standard error is that of this process.
  ///
  /// - Parameter environment: Variables in addition to those of this process. Default: none.
  public init(
    _ command: Command, _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws {
    // This process's copy of the pipe's read end is closed once the command runs.
    watched = fcntl(input.fileHandleForReading.fileDescriptor, F_DUPFD_CLOEXEC, 0)
    process.executableURL = command.executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = Command.environment(adding: environment)
    process.standardInput = input
    process.standardOutput = output
    process.terminationHandler = { [end] _ in end.signal() }
    // A closed pipe should cause a write error rather than end the tests.
    signal(SIGPIPE, SIG_IGN)
    // The jobs of a shell or nohup ignore these signals, and would pass that on to the command.
    for number in [SIGHUP, SIGINT] { signal(number, SIG_DFL) }
    try process.run()
    try? output.fileHandleForWriting.close()
    // The thread must not retain this object, so that a failed test releases it and ends the process.
    let descriptor = fcntl(output.fileHandleForReading.fileDescriptor, F_DUPFD_CLOEXEC, 0)
    Thread.detachNewThread { [state] in Self.readLines(descriptor, state) }
  }

  private static func readLines(_ descriptor: Int32, _ state: Monitor<State>) {
    var rest: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(descriptor, &piece, piece.count), count > 0 {
      rest += piece[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest = Array(rest[(end + 1)...])
        state.update { $0.lines.append(line) }
      }
    }
    close(descriptor)
    state.update { $0.isAtEnd = true }
  }

  /// The process's number.
  public var processIdentifier: Int32 { process.processIdentifier }

  /// Writes to the standard input; blocks while the process does not read.
  public func write(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

  /// The number of written bytes that the process has not read yet.
  public var unreadByteCount: Int {
    var count: Int32 = 0
    return ioctl(watched, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Closes the standard input.
  public func closeInput() throws { try input.fileHandleForWriting.close() }

  /// Returns the next line of output; nil at the end.
  public func nextLine(_ what: String = "a line") throws(TimedOut) -> String? {
    var line: String?
    try TimedOut.unless(what) { deadline in
      let found = state.wait(until: deadline) { state -> String?? in
        if !state.lines.isEmpty { return .some(state.lines.removeFirst()) }
        return state.isAtEnd ? .some(nil) : nil
      }
      line = found ?? nil
      return found != nil
    }
    return line
  }

  /// Returns all remaining lines of output.
  public func remainingLines() throws(TimedOut) -> [String] {
    var lines: [String] = []
    while let line = try nextLine("all lines") { lines.append(line) }
    return lines
  }

  /// Sends a signal.
  public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end; returns the exit status, or 128 plus the number of the ending signal.
  public func status() throws(TimedOut) -> Int32 {
    try end.wait(for: "the end of the command")
    end.signal()
    return process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
  }

  deinit {
    close(watched)
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }
}
