import Glibc

/// Files that are written whole or not at all.
enum AtomicFile {
  static func write(_ bytes: UnsafeRawBufferPointer, to path: [UInt8]) throws(PictureError) {
    let name = String(decoding: path, as: UTF8.self)
    guard !path.isEmpty, !path.contains(0) else { throw PictureError.notWritten(name, ENOENT) }
    var status = stat()
    guard stat(path.cString, &status) == 0 else {
      return try replace(path, by: bytes, mode: nil, name: name)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      // A folder that may be written to lets any file in it be replaced; a protected one should not be.
      guard access(path.cString, W_OK) == 0 else { throw PictureError.notWritten(name, errno) }
      try replace(resolved(path), by: bytes, mode: status.st_mode & 0o7777, name: name)
    case S_IFDIR: throw PictureError.notWritten(name, EISDIR)
    default: try writeThrough(bytes, to: path, name: name)
    }
  }

  /// Writes a new file beside the old one, then puts it in its place.
  private static func replace(
    _ path: [UInt8], by bytes: UnsafeRawBufferPointer, mode: mode_t?, name: String
  ) throws(PictureError) {
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[...$0]) } ?? []
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let temporary = folder + Array(".opencapture-\(number).tmp".utf8)
    let descriptor = retrying { open(temporary.cString, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw PictureError.notWritten(name, errno) }
    do throws(PictureError) {
      try fill(descriptor, bytes, mode: mode, name: name)
      guard rename(temporary.cString, path.cString) == 0 else { throw PictureError.notWritten(name, errno) }
    } catch {
      unlink(temporary.cString)
      throw error
    }
  }

  private static func fill(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, mode: mode_t?, name: String
  ) throws(PictureError) {
    var failure = writeAll(bytes, to: descriptor)
    if let mode, failure == 0, fchmod(descriptor, mode) != 0 { failure = errno }
    // Else a crash might leave the new name with no content. Some file systems have no such call.
    if failure == 0, fsync(descriptor) != 0, errno != EINVAL { failure = errno }
    if close(descriptor) != 0, failure == 0 { failure = errno }
    guard failure == 0 else { throw PictureError.notWritten(name, failure) }
  }

  private static func writeThrough(
    _ bytes: UnsafeRawBufferPointer, to path: [UInt8], name: String
  ) throws(PictureError) {
    let descriptor = retrying { open(path.cString, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw PictureError.notWritten(name, errno) }
    defer { close(descriptor) }
    let failure = writeAll(bytes, to: descriptor)
    guard failure == 0 else { throw PictureError.notWritten(name, failure) }
  }

  /// Writes everything; returns the system's error, or 0.
  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
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

extension [UInt8] {
  fileprivate var cString: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}

extension PictureError {
  fileprivate static func notWritten(_ name: String, _ error: Int32) -> PictureError {
    PictureError(.cannotWrite, subject: name, systemError: error)
  }
}
