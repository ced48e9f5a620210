import Glibc

/// Finds the files below a directory, in the order of their names.
package enum DirectoryWalk {
  /// The regular files below `directory`, and what links to some.
  ///
  /// Links to directories are not followed, so that there is an end; pipes, sockets and devices are passed over.
  ///
  /// - Parameter isCancelled: Asked before each directory.
  /// - Returns: The files, and the directories that could not be read with their `errno`.
  package static func files(
    below directory: InputPath, isCancelled: () -> Bool
  ) -> (files: [InputPath], failures: [(directory: InputPath, code: Int32)]) {
    var (files, failures): ([InputPath], [(InputPath, Int32)]) = ([], [])
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

  /// Whether an entry itself, not what it may link to, is of a kind; some file systems have to be asked for it.
  private static func isKind(_ kind: mode_t, _ entryType: UInt8, _ path: InputPath) -> Bool {
    // An entry's type is the kind's bits, moved down (IFTODT).
    if Int(entryType) != Int(DT_UNKNOWN) { return UInt32(entryType) == kind >> 12 }
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == kind
  }
}
