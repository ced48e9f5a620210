import Glibc

/// Runs a program found by its name or path, and doesn't wait for it.
func spawn(_ arguments: [String]) throws -> pid_t {
  var child = pid_t()
  var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  let status = posix_spawnp(&child, arguments[0], nil, nil, &pointers, environ)
  guard status == 0 else { throw Failure("can't run \(arguments[0]): error \(status)") }
  return child
}

/// Runs a line of the shell's to its end.
func shell(_ command: String) throws {
  var status: Int32 = 0
  waitpid(try spawn(["sh", "-c", command]), &status, 0)
  try expect(status == 0, "'\(command)' ended with \(status)")
}
