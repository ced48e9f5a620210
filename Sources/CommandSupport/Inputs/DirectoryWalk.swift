import Glibc

/// A search for the files below a directory.
package enum DirectoryWalk {
  /// Returns the regular files below `directory`, and links to such files, in the order of their names.
  ///
  /// Links to directories are not followed, so that the search ends. Pipes, sockets and devices are skipped.
  ///
  /// - Parameter isCancelled: Called before each directory; true ends the search.
  /// - Returns: The files, and the unreadable directories with their `errno`.
  package static func files(
    below directory: InputPath, isCancelled: () -> Bool
  ) -> (files: [InputPath], failures: [(directory: InputPath, code: Int32)]) {
    var files: [InputPath] = []
    var failures: [(InputPath, Int32)] = []
    var pending = [directory]
    while let next = pending.popLast(), !isCancelled() {
      guard let entries = entries(of: next) else {
        failures.append((next, errno))
        continue
      }
      files += entries.filter { !$0.isDirectory }.map { next.appending($0.name) }
      pending += entries.filter(\.isDirectory).map { next.appending($0.name) }.reversed()
    }
    return (files, failures)
  }

  private static func entries(of directory: InputPath) -> [(name: InputPath, isDirectory: Bool)]? {
    guard let stream = directory.withCString({ opendir($0) }) else { return nil }
    defer { closedir(stream) }
    var entries: [(name: InputPath, isDirectory: Bool)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { InputPath(cString: $0) }
      }
      guard name != InputPath("."), name != InputPath("..") else { continue }
      let path = directory.appending(name)
      if isKind(S_IFDIR, entry.pointee.d_type, path) {
        entries.append((name, isDirectory: true))
      } else if FileKind(of: path) == .regular {
        entries.append((name, isDirectory: false))
      }
    }
    return entries.sorted { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
  }

  /// Whether an entry itself is of a kind; links are not followed.
  ///
  /// Some file systems do not report the kind with the entry.
  private static func isKind(_ kind: mode_t, _ entryType: UInt8, _ path: InputPath) -> Bool {
    // The entry's type is the upper bits of the mode (IFTODT).
    if Int(entryType) != Int(DT_UNKNOWN) { return UInt32(entryType) == kind >> 12 }
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == kind
  }
}
