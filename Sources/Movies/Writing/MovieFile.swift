import OpenCaptureSystem
import Glibc

/// The output of a movie: a file that closes on deallocation, or a stream that stays open.
///
/// The movie is written in place under its final name, so that the written part survives a crash. The file is locked
/// with `flock`, so that no second writer corrupts the movie.
final class MovieFile: Sendable {
  let name: String
  let descriptor: Int32
  private let path: [CChar]
  /// Whether the file was created by this object.
  private let isNew: Bool

  /// Whether the output is a stream, which is never opened, locked, truncated or deleted.
  let isStream: Bool

  /// Creates the output for an open descriptor, which stays open.
  init(stream descriptor: Int32, name: String) {
    self.name = name
    self.descriptor = descriptor
    path = []
    isNew = false
    isStream = true
  }

  /// Opens a file without changing its contents.
  init(path: [UInt8], replacesExistingFile: Bool) throws(MovieError) {
    name = String(decoding: path, as: UTF8.self)
    isStream = false
    guard !path.isEmpty, !path.contains(0) else {
      throw MovieError(.cannotWrite, subject: name, errno: ENOENT, reason: "not a valid file name")
    }
    guard !UntrustedFile.isPresent(at: path) else {
      throw MovieError(
        .cannotWrite, subject: name, errno: EACCES, reason: UntrustedFile.reason, hint: UntrustedFile.hint)
    }
    self.path = path.map(CChar.init(bitPattern:)) + [0]
    (descriptor, isNew) = try Self.openLocked(self.path, replacesExistingFile, name)
  }

  deinit {
    guard !isStream else { return }
    unlock()
    close(descriptor)
  }

  private static func openLocked(
    _ path: [CChar], _ replacesExistingFile: Bool, _ name: String
  ) throws(MovieError) -> (descriptor: Int32, isNew: Bool) {
    while true {
      let (descriptor, isNew) = try open(path, replacesExistingFile, name)
      var status = stat()
      // Devices are not locked, because concurrent writes to a device are harmless.
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return (descriptor, isNew) }
      // Ignore file systems without locks.
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(descriptor)
        throw MovieError(
          .cannotWrite, subject: name, errno: EWOULDBLOCK,
          reason: "another writer is using the file, in this or another process",
          hint: "choose another name, or wait until the other movie is finished")
      }
      // The previous owner of the lock may have deleted the file.
      if fstat(descriptor, &status) != 0 || status.st_nlink > 0 { return (descriptor, isNew) }
      close(descriptor)
    }
  }

  private static func open(
    _ path: [CChar], _ replacesExistingFile: Bool, _ name: String
  ) throws(MovieError) -> (descriptor: Int32, isNew: Bool) {
    var descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    let isNew = descriptor >= 0
    if descriptor < 0, errno == EEXIST {
      guard replacesExistingFile else {
        throw MovieError(.fileExists, subject: name, errno: EEXIST, reason: "the file already exists")
      }
      descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw MovieError(.cannotWrite, subject: name, systemError: errno) }
    return (descriptor, isNew)
  }

  /// Whether the output is an empty file.
  var isEmpty: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// Deletes the file if this object created it.
  func discard() {
    if isNew { unlink(path) }
  }

  /// Flushes the file to disk and unlocks it.
  func finish() throws(MovieError) {
    guard !isStream else { return }
    // Some kinds of file do not support fsync.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw MovieError(.cannotWrite, subject: name, systemError: errno)
    }
    unlock()
  }

  /// Unlocks the file explicitly, because a process that is being spawned briefly shares the descriptor.
  func unlock() { flock(descriptor, LOCK_UN) }
}
