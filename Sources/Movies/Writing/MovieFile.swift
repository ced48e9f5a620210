import Glibc
import MediaSamples

/// The file that a movie is written to; closed with the last use of it.
final class MovieFile: Sendable {
  let name: String
  let descriptor: Int32
  private let path: [CChar]
  /// Whether there was none of that name before.
  private let isNew: Bool

  /// Opens a file, without changing what is in it.
  init(path: [UInt8], replacesExistingFile: Bool) throws(MovieError) {
    name = String(decoding: path, as: UTF8.self)
    guard !path.isEmpty, !path.contains(0) else {
      throw MovieError(.cannotWrite, subject: name, errno: ENOENT, reason: "this can't be the name of a file")
    }
    guard !PlantedFile.lies(at: path) else {
      throw MovieError(
        .cannotWrite, subject: name, errno: EACCES, reason: PlantedFile.reason, remedy: PlantedFile.remedy)
    }
    self.path = path.map(CChar.init(bitPattern:)) + [0]
    var descriptor = open(self.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    isNew = descriptor >= 0
    if descriptor < 0, errno == EEXIST {
      guard replacesExistingFile else {
        throw MovieError(.fileExists, subject: name, errno: EEXIST, reason: "there is a file of that name")
      }
      descriptor = open(self.path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw MovieError(.cannotWrite, subject: name, systemError: errno) }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Takes the file away again, where it is new.
  func discard() {
    if isNew { unlink(path) }
  }

  /// Waits until what was written is safe from a loss of power.
  func synchronize() throws(MovieError) {
    // Not every kind of file can be asked for it.
    guard fsync(descriptor) != 0, errno != EINVAL, errno != EROFS else { return }
    throw MovieError(.cannotWrite, subject: name, systemError: errno)
  }
}
