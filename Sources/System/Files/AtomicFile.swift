import Glibc

/// Files that are written whole or not at all.
package enum AtomicFile {
  /// Writes a file; what was there before stays until all of it is written.
  ///
  /// Links are followed. What isn't a regular file, such as a device, is written to as it is.
  package static func write(_ bytes: UnsafeRawBufferPointer, to path: [UInt8]) throws(SystemError) {
    guard !path.isEmpty, !path.contains(0) else { throw SystemError(code: ENOENT) }
    guard !PlantedFile.lies(at: path) else {
      throw SystemError(code: EACCES, reason: PlantedFile.reason, remedy: PlantedFile.remedy)
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

  /// Writes a new file beside the old one, then puts it in its place.
  private static func replace(
    _ path: [UInt8], by bytes: UnsafeRawBufferPointer
  ) throws(SystemError) {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    guard start < path.count else { throw SystemError(code: EISDIR) }
    // Everything happens in the one folder that was opened, whatever its name leads to meanwhile.
    let folder = retrying {
      open((path[..<start] + Array(".".utf8)).cString, UnfinishedFile.pathOnly | O_DIRECTORY | O_CLOEXEC)
    }
    guard folder >= 0 else { throw SystemError(code: errno) }
    defer { close(folder) }
    try replace(path[start...].cString, in: folder, by: bytes)
  }

  private static func replace(
    _ name: [CChar], in folder: Int32, by bytes: UnsafeRawBufferPointer
  ) throws(SystemError) {
    var old = stat()
    let isThere =
      fstatat(folder, name, &old, AT_SYMLINK_NOFOLLOW) == 0 && old.st_mode & S_IFMT == S_IFREG
    // A folder that may be written to lets any file in it be replaced; a protected one should not be.
    guard !isThere || faccessat(folder, name, W_OK, AT_EACCESS) == 0 else {
      throw SystemError(code: errno)
    }
    // Nobody else reads what isn't for them while it is written; a new file is what the process's mask makes it.
    let file = try UnfinishedFile(in: folder, mode: isThere ? 0o600 : 0o666)
    try file.write(bytes)
    if isThere { try file.takeOwnership(of: old) }
    try file.finish(as: name)
  }

  private static func writeThrough(
    _ bytes: UnsafeRawBufferPointer, to path: [UInt8]
  ) throws(SystemError) {
    let descriptor = retrying { open(path.cString, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    let failure = writeAll(bytes, to: descriptor)
    guard failure == 0 else { throw SystemError(code: failure) }
  }

  /// Writes everything; returns the system's error, or 0.
  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let count = retrying { Int32(Glibc.write(descriptor, piece.baseAddress, min(piece.count, 1 << 30))) }
      if count < 0 { return errno }
      rest = rest.dropFirst(Int(count))
    }
    return 0
  }

  /// The path without symbolic links; as it was where that can't be had.
  private static func resolved(_ path: [UInt8]) -> [UInt8] {
    guard let resolved = realpath(path.cString, nil) else { return path }
    defer { free(resolved) }
    return (0..<strlen(resolved)).map { UInt8(bitPattern: resolved[$0]) }
  }
}

extension Collection<UInt8> {
  fileprivate var cString: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}
