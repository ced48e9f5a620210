import Capture
import Glibc

/// The system's errors in words: who has the camera, which group one has to be in.
enum V4L2Error {
  /// What an error number means for a camera.
  ///
  /// - Parameters:
  ///   - status: The number of the error, negative as the bridge gives it.
  ///   - what: What was tried, such as `start streaming`.
  ///   - name: The camera's name for people.
  ///   - path: Its device file.
  static func make(_ status: Int32, _ what: String, _ name: String, path: String) -> CaptureError {
    let errno = -status
    let subject = "\(name) (\(path))"
    let words = "can't \(what): \(text(errno))"
    switch errno {
    case EBUSY:
      let holders = DeviceHolders.describe(path)
      let remedy =
        holders.isEmpty ? nil : "end " + holders.joined(separator: " and ") + ", or choose another camera"
      // Processes of other users don't show what they have open.
      let who = holders.isEmpty ? "another program, or elsewhere in this one" : holders.joined(separator: ", ")
      return CaptureError(
        .deviceInUse, subject: subject, errno: errno, reason: "\(words): it is in use by \(who)", remedy: remedy)
    case EACCES, EPERM:
      return CaptureError(
        .notAuthorized, subject: subject, errno: errno, reason: words, remedy: DeviceAccess.remedy(path))
    case ENODEV, ENXIO, ENOENT:
      return CaptureError(
        .deviceDisconnected, subject: subject, errno: errno, reason: "\(words): the camera is gone")
    case ENOSPC:
      return CaptureError(
        .outOfBandwidth, subject: subject, errno: errno,
        reason: "\(words): the USB bus has not enough bandwidth left for this format")
    case ENOMEM: return CaptureError(.outOfMemory, subject: subject, errno: errno, reason: words)
    default: return CaptureError(.deviceFailed, subject: subject, errno: errno, reason: words)
    }
  }

  /// What an error number means for a control.
  static func make(_ status: Int32, control: CaptureControl.Name, _ name: String, path: String) -> CaptureError {
    let (errno, subject) = (-status, "\(name): \(control)")
    switch errno {
    case EACCES:
      return CaptureError(
        .controlLocked, subject: subject, errno: errno,
        reason: "it can't be set or read now; mostly something sets it automatically")
    case ERANGE:
      return CaptureError(.outOfRange, subject: subject, errno: errno, reason: "the driver refused the value")
    case EBUSY:
      return CaptureError(
        .controlLocked, subject: subject, errno: errno,
        reason: "it can't be set while the camera streams, or by two",
        remedy: "stop the stream")
    case EINVAL:
      return CaptureError(
        .unsupported, subject: subject, errno: errno, reason: "the driver has no such control or value")
    default: return make(status, "reach the control \(control)", name, path: path)
    }
  }

  private static func text(_ errno: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard strerror_r(errno, &buffer, buffer.count) == 0 else { return "error \(errno)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Who may open a device file.
enum DeviceAccess {
  /// What lets this user open it.
  static func remedy(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IRGRP != 0, status.st_mode & S_IWGRP != 0, let group = name(ofGroup: status.st_gid)
    else {
      return "let the owner of \(path) allow it"
    }
    return "join the group \(group): sudo usermod -aG \(group) $USER, then log in again"
  }

  private static func name(ofGroup id: gid_t) -> String? {
    var entry = group()
    var result: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: 4096)
    guard getgrgid_r(id, &entry, &buffer, buffer.count, &result) == 0, result != nil else { return nil }
    return String(cString: entry.gr_name)
  }
}

/// Which processes have a device file open.
enum DeviceHolders {
  /// Each as its command and number, such as `cheese (process 4711)`; this process, which asks, is left out.
  static func describe(_ path: String) -> [String] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var holders: [String] = []
    while let entry = readdir(folder) {
      guard let pid = Int32(FileSystem.name(entry)), pid != getpid(), holds(pid, path) else { continue }
      holders.append("\(FileSystem.text("/proc/\(pid)/comm") ?? "a program") (process \(pid))")
    }
    return holders
  }

  private static func holds(_ pid: Int32, _ path: String) -> Bool {
    guard let folder = opendir("/proc/\(pid)/fd") else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      if FileSystem.link("/proc/\(pid)/fd/\(FileSystem.name(entry))") == path { return true }
    }
    return false
  }
}
