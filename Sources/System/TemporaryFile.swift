import Glibc

/// A file that gets its name when it is complete.
///
/// Until then it has no name, so that no partial file remains if the process ends. On file systems without nameless
/// files, it is a hidden file in the same folder.
struct TemporaryFile: ~Copyable {
  /// `O_PATH`; Glibc declares `O_PATH` and `O_TMPFILE` for C programs only.
  static let pathOnly: Int32 = 0o10_000_000
  private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

  private let folder: Int32
  private let descriptor: Int32
  /// The name of the file while another file has its final name.
  private let temporaryName: [CChar]
  private var hasTemporaryName: Bool

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - folder: The descriptor of the file's folder, which the caller keeps open.
  ///   - mode: The file's permissions from the start, restricted by the process's mask.
  ///   - avoidsNames: Whether the unfinished file has no name, if the system supports that. Default: true.
  init(in folder: Int32, mode: mode_t, avoidsNames: Bool = true) throws(SystemError) {
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let name = Array(".opencapture-\(number).tmp".utf8CString)
    // A nameless file can only be linked through /proc.
    let canAvoidNames = avoidsNames && access("/proc/self/fd", X_OK) == 0
    var descriptor = canAvoidNames ? openat(folder, ".", O_WRONLY | Self.unnamed | O_CLOEXEC, mode) : -1
    hasTemporaryName = descriptor < 0
    if descriptor < 0 {
      descriptor = retryingOnInterrupt {
        openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      }
    }
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    self.folder = folder
    self.descriptor = descriptor
    self.temporaryName = name
  }

  deinit {
    if hasTemporaryName { unlinkat(folder, temporaryName, 0) }
    close(descriptor)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try AtomicFile.writeAll(bytes, to: descriptor)
  }

  /// Returns the permissions with which to create the replacement of a file, which are never wider than the file's.
  ///
  /// The sandbox of the commands forbids changing permissions later.
  static func mode(forReplacing old: stat, in folder: Int32) -> mode_t {
    var parent = stat()
    let isInherited = fstat(folder, &parent) == 0 && parent.st_mode & S_ISGID != 0
    return mode(of: old, keepsGroup: (isInherited ? parent.st_gid : getegid()) == old.st_gid)
  }

  /// Returns the permissions of a file, in which another group gets the permissions of others.
  private static func mode(of old: stat, keepsGroup: Bool) -> mode_t {
    let mode = old.st_mode & 0o777
    return keepsGroup ? mode : mode & 0o707 | (mode & 0o7) << 3
  }

  /// Takes over the owner, group and permissions of the file to be replaced.
  ///
  /// The set-user-ID bit is never kept, because the contents are new. The method throws if the owner cannot be
  /// kept, because the owner would lose access to the file. If the group cannot be kept, the new group gets the
  /// permissions of others. If the permissions cannot be changed, narrower ones stay.
  func takeOwnership(of old: stat) throws(SystemError) {
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { throw SystemError(code: errno) }
    guard new.st_uid == old.st_uid || fchown(descriptor, old.st_uid, gid_t.max) == 0 else {
      throw SystemError(
        code: errno, reason: "the file belongs to another user and its owner cannot be kept",
        hint: "remove it first, or choose another name")
    }
    let keepsGroup = new.st_gid == old.st_gid || fchown(descriptor, uid_t.max, old.st_gid) == 0
    let mode = Self.mode(of: old, keepsGroup: keepsGroup)
    if new.st_mode & 0o7777 == mode || fchmod(descriptor, mode) == 0 { return }
    let code = errno
    // File systems without permissions reject a change, but all their files have the same mode.
    guard new.st_mode & 0o7777 & ~mode == 0 else { throw SystemError(code: code) }
  }

  /// Renames the file to its final name and replaces any file of that name.
  consuming func finish(as name: [CChar]) throws(SystemError) {
    // Without this, a crash might leave an empty file. Some file systems do not support the call.
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
