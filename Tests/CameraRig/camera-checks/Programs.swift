import Glibc

/// Runs a program found by its name or path, and doesn't wait for it.
///
/// - Parameters:
///   - output: Where standard output goes; default where this process's does.
///   - errors: Where standard error goes.
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
  guard status == 0 else { throw Failure("can't run \(arguments[0]): error \(status)") }
  return child
}

/// Runs a line of the shell's to its end.
func shell(_ command: String) throws {
  var status: Int32 = 0
  waitpid(try spawn(["sh", "-c", command]), &status, 0)
  try expect(status == 0, "'\(command)' ended with \(status)")
}

/// The path of a program that lies beside this one.
func neighbor(_ name: String) -> String {
  CommandLine.arguments[0].split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
}

/// One of this package's commands while it runs, and what it wrote so far.
final class RunningCommand {
  let process: pid_t
  private let name: String
  private let paths: (output: String, errors: String)
  private var isOver = false

  /// Runs a command that lies beside this program.
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

  /// The whole lines that it wrote to standard output.
  var lines: [String] {
    read(paths.output).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  var errors: String { read(paths.errors) }

  /// Asks it to end, as Control-C does.
  func interrupt() { kill(process, SIGINT) }

  /// Waits for its end.
  ///
  /// - Returns: The exit status; 128 and the signal where one ended it.
  func end(within seconds: Double = 60) throws -> Int32 {
    var status: Int32 = 0
    try wait(seconds, for: "end of \(name)") { waitpid(process, &status, WNOHANG) == process }
    isOver = true
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }
}
