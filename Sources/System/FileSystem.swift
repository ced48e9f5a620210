import Glibc

/// Reads of small files, links and folders, as device discovery needs them.
package enum FileSystem {
  /// Returns the first line of a small file; nil if the file cannot be read.
  package static func text(_ path: String) -> String? {
    bytes(path).map { String(String(decoding: $0, as: UTF8.self).prefix { $0 != "\n" }) }
  }

  /// Returns the first `limit` bytes of a file; nil if the file cannot be read.
  package static func bytes(_ path: String, atMost limit: Int = 4096) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = read(descriptor, &bytes, bytes.count)
    return count >= 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Returns the target of a symbolic link; nil if the path is not one.
  package static func link(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// Returns the path without links; nil if the path does not exist.
  package static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns a file's size in bytes; nil if the file does not exist.
  package static func byteCount(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns the free bytes on the disk of an existing or future file; nil if the system does not say.
  package static func freeByteCount(at path: [UInt8]) -> Int? {
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? [UInt8(ascii: ".")]
    var status = statvfs()
    guard statvfs(folder.cString, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }

  /// Returns the names in a folder, without `.` and `..`.
  package static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the inode number of a file or folder; nil if it does not exist.
  package static func inode(_ path: String) -> UInt? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt(status.st_ino) : nil
  }
}
