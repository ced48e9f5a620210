import Glibc

/// Files that are written whole or not at all.
package enum AtomicFile {
  /// Writes a file; its old contents stay until all new bytes are written.
  ///
  /// Links are followed. A path that is not a regular file, such as a device, is written to directly.
  package static func write(_ bytes: UnsafeRawBufferPointer, to path: [UInt8]) throws(SystemError) {
    guard !path.isEmpty, !path.contains(0) else { throw SystemError(code: ENOENT) }
    guard !UntrustedFile.isPresent(at: path) else {
      throw SystemError(code: EACCES, reason: UntrustedFile.reason, hint: UntrustedFile.hint)
    }
    var status = stat()
    guard stat(path.cString, &status) == 0 else {
      guard errno == ENOENT else { throw SystemError(code: errno) }
      return try replace(path, by: bytes)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: try replace(resolved(path), by: bytes)
    case S_IFDIR: throw SystemError(code: EISDIR)
    default: try writeThrough(bytes, to: path)
    }
  }

  /// Writes a new file beside the old one, then renames it.
  private static func replace(_ path: [UInt8], by bytes: UnsafeRawBufferPointer) throws(SystemError) {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    guard start < path.count else { throw SystemError(code: EISDIR) }
    // All calls use one opened folder, so that a renamed or replaced path cannot redirect them.
    let folder = retryingOnInterrupt {
      open((path[..<start] + Array(".".utf8)).cString, TemporaryFile.pathOnly | O_DIRECTORY | O_CLOEXEC)
    }
    guard folder >= 0 else { throw SystemError(code: errno) }
    defer { close(folder) }
    try replace(path[start...].cString, in: folder, by: bytes)
  }

  private static func replace(
    _ name: [CChar], in folder: Int32, by bytes: UnsafeRawBufferPointer
  ) throws(SystemError) {
    var old = stat()
    let isThere = fstatat(folder, name, &old, AT_SYMLINK_NOFOLLOW) == 0 && old.st_mode & S_IFMT == S_IFREG
    // A writable folder allows any file in it to be replaced; a write-protected file should be kept.
    guard !isThere || faccessat(folder, name, W_OK, AT_EACCESS) == 0 else {
      throw SystemError(code: errno)
    }
    // A new file gets the permissions that the process's mask leaves.
    let mode = isThere ? TemporaryFile.mode(forReplacing: old, in: folder) : 0o666
    let file = try TemporaryFile(in: folder, mode: mode)
    if isThere { try file.takeOwnership(of: old) }
    try file.write(bytes)
    try file.finish(as: name)
  }

  private static func writeThrough(_ bytes: UnsafeRawBufferPointer, to path: [UInt8]) throws(SystemError) {
    let descriptor = retryingOnInterrupt { open(path.cString, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor)
  }

  /// Writes all bytes to an open file.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let count = retryingOnInterrupt {
        Int32(Glibc.write(descriptor, piece.baseAddress, min(piece.count, 1 << 30)))
      }
      guard count >= 0 else { throw SystemError(code: errno) }
      rest = rest.dropFirst(Int(count))
    }
  }

  /// Returns the path without symbolic links, or the same path if it cannot be resolved.
  private static func resolved(_ path: [UInt8]) -> [UInt8] {
    guard let resolved = realpath(path.cString, nil) else { return path }
    defer { free(resolved) }
    return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }
}

extension Collection<UInt8> {
  /// The bytes with a terminating zero, for system calls.
  package var cString: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}

extension String {
  /// Creates a text from the characters in a buffer, up to the terminating zero.
  package init(characters: [CChar]) {
    self.init(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Files and links that another user may have put at a path to be written, to redirect or own the output.
package enum UntrustedFile {
  /// The reason in error messages.
  package static let reason = "the file belongs to another user, in a folder that all users can write to"
  /// The hint in error messages.
  package static let hint = "choose another name, or a folder of your own"

  /// Returns whether a path, links not followed, belongs to another user in a world-writable folder.
  ///
  /// Files of this user, of the folder's owner and of root are accepted. Linux refuses the same files with
  /// `fs.protected_symlinks`, `fs.protected_regular` and `fs.protected_fifos`. Not every system enables these, and
  /// they do not cover files that are replaced.
  package static func isPresent(at path: [UInt8]) -> Bool {
    let folderPath = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[...$0]) } ?? Array(".".utf8)
    var file = stat()
    var folder = stat()
    guard lstat(path.cString, &file) == 0, stat(folderPath.cString, &folder) == 0, folder.st_mode & S_IWOTH != 0
    else { return false }
    return ![0, geteuid(), folder.st_uid].contains(file.st_uid)
  }
}
