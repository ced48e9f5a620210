import OpenCaptureSystem
import Glibc

/// The output of a movie: a file that closes on deallocation, or an open file or stream that stays open.
///
/// The movie is written in place under its final name, so that the written part survives a crash. The file is locked
/// with `flock`, so that no second writer corrupts the movie.
package final class MovieFile: Sendable {
  let name: String
  package let descriptor: Int32
  /// The path, with a terminating zero; empty for a descriptor that stays open.
  private let path: [CChar]
  /// Whether the file was created by this object, or by the one that lends it.
  package let isNew: Bool

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

  /// Creates the output for a file that another process has opened, and also finishes.
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor, which stays open.
  ///   - isNew: Whether the file did not exist before.
  package init(lent descriptor: Int32, name: String, isNew: Bool) {
    self.name = name
    self.descriptor = descriptor
    path = []
    self.isNew = isNew
    isStream = false
  }

  /// Opens a file without changing its contents.
  package init(path: [UInt8], replacesExistingFile: Bool) throws(MovieError) {
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
    guard !path.isEmpty else { return }
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
  package var isEmpty: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// Deletes the file if this object created it, or empties it for the process that did.
  package func discard() {
    guard isNew else { return }
    if path.isEmpty { ftruncate(descriptor, 0) } else { unlink(path) }
  }

  /// Flushes the file to disk and unlocks it.
  package func finish() throws(MovieError) {
    guard !path.isEmpty else { return }
    // Some kinds of file do not support fsync.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw MovieError(.cannotWrite, subject: name, systemError: errno)
    }
    unlock()
  }

  /// Unlocks the file explicitly, because a process that is being spawned briefly shares the descriptor.
  func unlock() {
    if !path.isEmpty { flock(descriptor, LOCK_UN) }
  }
}
