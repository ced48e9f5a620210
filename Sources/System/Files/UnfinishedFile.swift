import Glibc

/// A file that gets its name when it is complete.
///
/// Until then it has none at all, so that nothing is left of it by whatever ends the process; where the file system
/// knows no such files, a hidden one in the same folder.
struct UnfinishedFile: ~Copyable {
  /// `O_PATH` and `O_TMPFILE`, which Glibc has for programs in C only.
  static let pathOnly: Int32 = 0o10_000_000
  private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

  private let folder: Int32
  private let descriptor: Int32
  /// What it is called while another file has its name.
  private let temporaryName: [CChar]
  private var hasTemporaryName: Bool

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - folder: The descriptor of the folder that it will lie in, which the caller keeps open.
  ///   - mode: Who may do what with it from its first moment, as far as the process's mask lets them.
  ///   - avoidsNames: Whether it has no name as long as it is unfinished; default where the system can do that.
  init(in folder: Int32, mode: mode_t, avoidsNames: Bool = true) throws(SystemError) {
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let name = Array(".opencapture-\(number).tmp".utf8CString)
    // What has no name is given one through /proc.
    let canAvoidNames = avoidsNames && access("/proc/self/fd", X_OK) == 0
    var descriptor = canAvoidNames ? openat(folder, ".", O_WRONLY | Self.unnamed | O_CLOEXEC, mode) : -1
    hasTemporaryName = descriptor < 0
    if descriptor < 0 {
      descriptor = retrying { openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode) }
    }
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    (self.folder, self.descriptor, self.temporaryName) = (folder, descriptor, name)
  }

  deinit {
    if hasTemporaryName { unlinkat(folder, temporaryName, 0) }
    close(descriptor)
  }

  /// Writes all of these bytes behind those that are there.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    let failure = AtomicFile.writeAll(bytes, to: descriptor)
    guard failure == 0 else { throw SystemError(code: failure) }
  }

  /// Becomes as the file that it will replace: its owner's, its group's, with its permissions.
  ///
  /// But never one that runs as somebody else (set-user-ID): what is in it now isn't what its owner let everybody run.
  /// Where it can't be given to the owner, that is an error: what was theirs would be ours, and out of their reach. Where
  /// it can't be given to the group, ours may do what others may.
  func takeOwnership(of old: stat) throws(SystemError) {
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { throw SystemError(code: errno) }
    guard new.st_uid == old.st_uid || fchown(descriptor, old.st_uid, gid_t.max) == 0 else {
      throw SystemError(
        code: errno,
        reason: "the file belongs to another user, to whom a new one can't be given",
        remedy: "remove it first, or choose another name")
    }
    var mode = old.st_mode & 0o777
    if new.st_gid != old.st_gid, fchown(descriptor, uid_t.max, old.st_gid) != 0 {
      mode = mode & 0o707 | (mode & 0o7) << 3
    }
    // File systems that know of no permissions say no to a change, but give all files the same.
    guard new.st_mode & 0o7777 == mode || fchmod(descriptor, mode) == 0 else {
      throw SystemError(code: errno)
    }
  }

  /// Takes its name, and the place of what has that name.
  consuming func finish(as name: [CChar]) throws(SystemError) {
    // Else a crash might leave the new name with no content. Some file systems have no such call.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemError(code: errno) }
    if !hasTemporaryName {
      let number = "/proc/self/fd/\(descriptor)"
      guard linkat(AT_FDCWD, number, folder, temporaryName, AT_SYMLINK_FOLLOW) == 0 else {
        throw SystemError(code: errno)
      }
      hasTemporaryName = true
    }
    guard renameat(folder, temporaryName, folder, name) == 0 else { throw SystemError(code: errno) }
    hasTemporaryName = false
  }
}
