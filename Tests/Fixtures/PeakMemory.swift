import Foundation

extension Command {
  /// Whether memory is what a command takes, and not what a sanitizer adds.
  public static let memoryIsItsOwn = dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil

  /// Runs the command to its end.
  ///
  /// - Parameter arguments: What follows the command's name.
  /// - Returns: What it left, and the most bytes that it had in memory at once.
  public func measuringMemory(_ arguments: [String]) throws -> (outcome: Outcome, byteCount: Int) {
    // Linux counts what a process had before it became another program: a small one starts it.
    let script = """
      import resource, subprocess, sys
      status = subprocess.run(sys.argv[1:]).returncode
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      sys.exit(status)
      """
    let python = Command(at: "/usr/bin/python3")
    let outcome = try python.run(["-c", script, executable.path(percentEncoded: false)] + arguments)
    return (outcome, (outcome.lines.last.flatMap { Int($0) } ?? 0) << 10)
  }
}
