import Glibc
import MediaSamples

/// Files that are written whole or not at all.
enum AtomicFile {
  static func write(_ bytes: UnsafeRawBufferPointer, to path: [UInt8]) throws(PictureError) {
    let title = String(decoding: path, as: UTF8.self)
    guard !path.isEmpty, !path.contains(0) else { throw PictureError.notWritten(title, ENOENT) }
    guard !PlantedFile.lies(at: path) else {
      throw PictureError(
        .cannotWrite, subject: title, errno: EACCES, reason: PlantedFile.reason, remedy: PlantedFile.remedy)
    }
    var status = stat()
    guard stat(path.cString, &status) == 0 else {
      guard errno == ENOENT else { throw PictureError.notWritten(title, errno) }
      return try replace(path, by: bytes, title: title)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: try replace(resolved(path), by: bytes, title: title)
    case S_IFDIR: throw PictureError.notWritten(title, EISDIR)
    default: try writeThrough(bytes, to: path, title: title)
    }
  }

  /// Writes a new file beside the old one, then puts it in its place.
  private static func replace(
    _ path: [UInt8], by bytes: UnsafeRawBufferPointer, title: String
  ) throws(PictureError) {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    guard start < path.count else { throw PictureError.notWritten(title, EISDIR) }
    // Everything happens in the one folder that was opened, whatever its name leads to meanwhile.
    let folder = retrying {
      open((path[..<start] + Array(".".utf8)).cString, UnfinishedFile.pathOnly | O_DIRECTORY | O_CLOEXEC)
    }
    guard folder >= 0 else { throw PictureError.notWritten(title, errno) }
    defer { close(folder) }
    try replace(path[start...].cString, in: folder, by: bytes, title: title)
  }

  private static func replace(
    _ name: [CChar], in folder: Int32, by bytes: UnsafeRawBufferPointer, title: String
  ) throws(PictureError) {
    var old = stat()
    let isThere =
      fstatat(folder, name, &old, AT_SYMLINK_NOFOLLOW) == 0 && old.st_mode & S_IFMT == S_IFREG
    // A folder that may be written to lets any file in it be replaced; a protected one should not be.
    guard !isThere || faccessat(folder, name, W_OK, AT_EACCESS) == 0 else {
      throw PictureError.notWritten(title, errno)
    }
    // Nobody else reads what isn't for them while it is written; a new file is what the process's mask makes it.
    let file = try UnfinishedFile(in: folder, mode: isThere ? 0o600 : 0o666, title: title)
    try file.write(bytes)
    if isThere { try file.takeOwnership(of: old) }
    try file.finish(as: name)
  }

  private static func writeThrough(
    _ bytes: UnsafeRawBufferPointer, to path: [UInt8], title: String
  ) throws(PictureError) {
    let descriptor = retrying { open(path.cString, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw PictureError.notWritten(title, errno) }
    defer { close(descriptor) }
    let failure = writeAll(bytes, to: descriptor)
    guard failure == 0 else { throw PictureError.notWritten(title, failure) }
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

extension PictureError {
  static func notWritten(_ title: String, _ error: Int32) -> PictureError {
    PictureError(.cannotWrite, subject: title, systemError: error)
  }
}
