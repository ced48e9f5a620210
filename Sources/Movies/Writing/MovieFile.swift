import OpenCaptureSystem
import Glibc

/// The file that a movie is written to, closed with the last use of it; or a stream, which stays open.
///
/// It is written in place, under its own name, so that what is there can be played whatever becomes of the process.
/// For as long, it is locked (`flock`): two movies in one file would be none.
final class MovieFile: Sendable {
  let name: String
  let descriptor: Int32
  private let path: [CChar]
  /// Whether there was none of that name before.
  private let isNew: Bool

  /// Whether bytes are only put behind one another: nothing is opened, locked, emptied or taken away.
  let isStream: Bool

  /// Takes a descriptor that is open, and stays so.
  init(stream descriptor: Int32, name: String) {
    (self.name, self.descriptor, path, isNew, isStream) = (name, descriptor, [0], false, true)
  }

  /// Opens a file, without changing what is in it.
  init(path: [UInt8], replacesExistingFile: Bool) throws(MovieError) {
    name = String(decoding: path, as: UTF8.self)
    isStream = false
    guard !path.isEmpty, !path.contains(0) else {
      throw MovieError(.cannotWrite, subject: name, errno: ENOENT, reason: "this can't be the name of a file")
    }
    guard !PlantedFile.lies(at: path) else {
      throw MovieError(
        .cannotWrite, subject: name, errno: EACCES, reason: PlantedFile.reason, remedy: PlantedFile.remedy)
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
      // Devices are not locked: what one writes to them is nothing to the other.
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return (descriptor, isNew) }
      // There are file systems without locks.
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(descriptor)
        throw MovieError(
          .cannotWrite, subject: name, errno: EWOULDBLOCK,
          reason: "another movie is being written to it, by this process or another one",
          remedy: "choose another name, or wait until that is done")
      }
      // Whoever had the lock may have taken the file away again before giving it up.
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
        throw MovieError(.fileExists, subject: name, errno: EEXIST, reason: "there is a file of that name")
      }
      descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw MovieError(.cannotWrite, subject: name, systemError: errno) }
    return (descriptor, isNew)
  }

  /// Whether there are no bytes in the file.
  var isEmpty: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// Takes the file away again, where it is new.
  func discard() {
    if isNew { unlink(path) }
  }

  /// Waits until what was written is safe from a loss of power, and lets others write to the file.
  func finish() throws(MovieError) {
    guard !isStream else { return }
    // Not every kind of file can be asked for it.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw MovieError(.cannotWrite, subject: name, systemError: errno)
    }
    unlock()
  }

  /// To close the file isn't enough: a process that is just being started has it open as well, for a moment.
  func unlock() { flock(descriptor, LOCK_UN) }
}
