import Foundation

extension Command {
  /// Whether a command's memory can be measured, because no sanitizer adds to it.
  public static let canMeasureMemory = dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil

  /// Runs the command to its end and measures its memory.
  ///
  /// - Parameter arguments: The arguments after the command's name.
  /// - Returns: The result, and the peak resident memory in bytes.
  public func measuringMemory(_ arguments: [String]) throws -> (outcome: Outcome, byteCount: Int) {
    // Linux includes a process's memory from before `exec`, so that a small process starts the command.
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
