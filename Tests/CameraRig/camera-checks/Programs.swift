import Glibc

/// Starts a program found by its name or path, without waiting for its end.
///
/// - Parameters:
///   - output: The file for standard output (default: that of this process).
///   - errors: The file for standard error (default: that of this process).
func spawn(_ arguments: [String], output: String? = nil, errors: String? = nil) throws -> pid_t {
  var child = pid_t()
  var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (descriptor, path) in [(STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
    guard let path else { continue }
    posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  }
  let status = posix_spawnp(&child, arguments[0], &actions, nil, &pointers, environ)
  guard status == 0 else { throw Failure("cannot run \(arguments[0]): error \(status)") }
  return child
}

/// Runs a shell command to its end.
func shell(_ command: String) throws {
  var status: Int32 = 0
  waitpid(try spawn(["sh", "-c", command]), &status, 0)
  try expect(status == 0, "'\(command)' ended with \(status)")
}

/// Returns the path of a program in the folder of this one.
func neighbor(_ name: String) -> String {
  CommandLine.arguments[0].split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
}

/// A running command of this package, with its output so far.
final class RunningCommand {
  let process: pid_t
  private let name: String
  private let paths: (output: String, errors: String)
  private var isOver = false

  /// Runs a command in the folder of this program.
  init(_ name: String, _ arguments: [String]) throws {
    self.name = name
    paths = ("/tmp/\(name).out", "/tmp/\(name).err")
    process = try spawn([neighbor(name)] + arguments, output: paths.output, errors: paths.errors)
  }

  deinit {
    guard !isOver else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// The complete lines of its standard output.
  var lines: [String] {
    read(paths.output).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  var errors: String { read(paths.errors) }

  /// Sends SIGINT, as Control-C does.
  func interrupt() { kill(process, SIGINT) }

  /// Waits for the end of the command.
  ///
  /// - Returns: The exit status, or 128 plus the signal that ended the command.
  func end(within seconds: Double = 60) throws -> Int32 {
    var status: Int32 = 0
    try wait(seconds, for: "the end of \(name)") { waitpid(process, &status, WNOHANG) == process }
    isOver = true
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }
}
