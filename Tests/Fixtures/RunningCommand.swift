public import Foundation
import OpenCaptureSystem

/// A command that is talked with while it runs.
public final class RunningCommand: Sendable {
  private struct State: Lockable {
    var lines: [String] = []
    var isAtEnd = false
  }

  private nonisolated(unsafe) let process = Process()
  private nonisolated(unsafe) let (input, output) = (Pipe(), Pipe())
  private let state = Monitor(State())
  private let end = DispatchSemaphore(value: 0)
  /// Another descriptor of where the process reads.
  private let watched: Int32

  /// Starts it; what it says on standard error is this process's.
  public init(_ command: Command, _ arguments: [String], in folder: URL? = nil) throws {
    // The process's own end of the pipe is closed here once it runs.
    watched = fcntl(input.fileHandleForReading.fileDescriptor, F_DUPFD_CLOEXEC, 0)
    (process.executableURL, process.arguments) = (command.executable, arguments)
    process.currentDirectoryURL = folder
    (process.standardInput, process.standardOutput) = (input, output)
    process.terminationHandler = { [end] _ in end.signal() }
    // Somebody who doesn't read any more is an error of writing, not the end of the tests.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    try? output.fileHandleForWriting.close()
    // Not this object: where a test fails it is to go away, and the process with it.
    let descriptor = fcntl(output.fileHandleForReading.fileDescriptor, F_DUPFD_CLOEXEC, 0)
    Thread.detachNewThread { [state] in Self.readLines(descriptor, state) }
  }

  private static func readLines(_ descriptor: Int32, _ state: Monitor<State>) {
    var (rest, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
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

  /// Its number.
  public var processIdentifier: Int32 { process.processIdentifier }

  /// Writes to its standard input; waits where it doesn't read.
  public func write(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

  /// How many bytes that were written it hasn't read.
  public var unreadByteCount: Int {
    var count: Int32 = 0
    return ioctl(watched, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Writes nothing more.
  public func closeInput() throws { try input.fileHandleForWriting.close() }

  /// The next line that it writes; nil at the end.
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

  /// All lines that it writes until its end.
  public func remainingLines() throws(TimedOut) -> [String] {
    var lines: [String] = []
    while let line = try nextLine("all lines") { lines.append(line) }
    return lines
  }

  /// Sends it a signal.
  public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for its end; gives the status, 128 and the signal where one ended it.
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
