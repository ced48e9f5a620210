package import Glibc

/// The little of the file system that finding cameras needs.
package enum FileSystem {
  /// The text of a small file without the line's end; nil where it can't be read.
  package static func text(_ path: String) -> String? {
    guard let bytes = bytes(path) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
  }

  /// The bytes of a small file, or so many of them; nil where it can't be read.
  package static func bytes(_ path: String, atMost limit: Int = 4096) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = read(descriptor, &bytes, bytes.count)
    return count >= 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Where a symbolic link leads; nil where there is none.
  package static func link(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// The path without links; nil where it doesn't lead anywhere.
  package static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// How many bytes a file has; nil where there is none.
  package static func byteCount(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// How many bytes there is room for on the disk that a file is on, or will be; nil where the system doesn't tell.
  package static func freeByteCount(at path: [UInt8]) -> Int? {
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? [UInt8(ascii: ".")]
    var status = statvfs()
    guard statvfs(folder.map(CChar.init(bitPattern:)) + [0], &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }

  /// The names in a folder, without `.` and `..`.
  package static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) { names.append(name(entry)) }
    return names.filter { $0 != "." && $0 != ".." }
  }

  package static func name(_ entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
  }

  /// The number of a file or folder in its file system; nil where there is none.
  package static func inode(_ path: String) -> UInt? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt(status.st_ino) : nil
  }
}
