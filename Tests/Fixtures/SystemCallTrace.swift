public import Foundation

/// A trace of a command's system calls: the files that it opened or tried to open, and its network calls.
public struct SystemCallTrace: Sendable {
  /// The result of the command.
  public let outcome: Command.Outcome
  /// The names of files that the command opened or tried to open, without libraries and system files.
  public let files: [String]
  /// The calls that concern the network.
  public let networkCalls: [String]

  /// Whether this system allows tracing.
  public static let isPossible = (try? strace.run(["-o", "/dev/null", "true"]).status) == 0

  private static let strace = Command(at: "/usr/bin/strace")

  /// Runs a command and all its child processes to the end.
  public init(of command: Command, _ arguments: [String], in folder: URL? = nil) throws {
    (outcome, files, networkCalls) = try TemporaryFolder.with { place in
      let log = place.path("trace")
      let outcome = try Self.strace.run(
        ["-f", "-qq", "-s", "4096", "-e", "trace=%network,open,openat,openat2", "-o", log, command.executable.path]
          + arguments,
        // The leak sanitizer traces the process itself, and a process can have only one tracer.
        in: folder, environment: ["ASAN_OPTIONS": "detect_leaks=0"])
      let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
      let files = calls.compactMap(Self.openedFile).filter { !Self.isOfTheSystem($0) }
      return (
        outcome, files,
        calls.filter { Self.openedFile($0) == nil && !Self.isSignal($0) && !Self.isBetweenProcesses($0) }
      )
    }
  }

  private static func openedFile(_ call: String) -> String? {
    call.firstMatch(of: /\bopen(?:at2?)?\((?:[A-Z0-9_]+, )?"((?:[^"\\]|\\.)*)"/).map { String($0.output.1) }
  }

  private static func isSignal(_ line: String) -> Bool {
    line.contains("--- SIG") || line.contains("+++ ") || line.contains("resumed>")
  }

  /// Whether a call concerns a pair of connected sockets, which leads to a worker process and nowhere else.
  private static func isBetweenProcesses(_ line: String) -> Bool {
    line.contains("socketpair(AF_UNIX") || line.contains("shutdown(")
      || line.contains(/\b(?:sendmsg|recvmsg)\(\d+(?:, \{msg_name(?:=NULL|len=0\}, MSG_DONTWAIT)|,? +<unfinished)/)
  }

  private static func isOfTheSystem(_ path: String) -> Bool {
    // The thread sanitizer stores a copy of constant data.
    path.contains(".so") || path.contains("/tsan.rodata.") || systemFolders.contains { path.hasPrefix($0) }
  }

  private static let systemFolders = [
    "/dev/null", "/dev/urandom", "/etc/fonts", "/etc/gcrypt", "/etc/ld", "/etc/localtime", "/etc/ssl", "/proc/",
    "/sys/", "/usr/lib/",
    "/usr/share/",
    "/var/cache/fontconfig",
  ]
}
