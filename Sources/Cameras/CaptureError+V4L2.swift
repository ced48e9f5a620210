import OpenCaptureFlow
import OpenCaptureSystem
import OpenCaptureSession
import Glibc

/// Camera errors made from system error numbers, with the processes or the group to blame.
extension CaptureError {
  /// Creates the error of a camera operation, such as `start streaming`, that failed with a negative `errno`.
  init(v4l2 status: Int32, _ what: String, _ name: String, path: String) {
    let errno = -status
    let subject = "\(name) (\(path))"
    let words = "cannot \(what): \(SystemErrorMessages.reason(for: errno))"
    switch errno {
    case EBUSY:
      let holders = DeviceFileUsers.describe(path)
      let hint =
        holders.isEmpty ? nil : "quit " + holders.joined(separator: " and ") + ", or choose another camera"
      // The holders are unknown if they run as another user, whose open files are hidden.
      let users = holders.isEmpty ? "another program, or elsewhere in this one" : holders.joined(separator: ", ")
      self.init(.deviceInUse, subject: subject, errno: errno, reason: "\(words): in use by \(users)", hint: hint)
    case EACCES, EPERM:
      self.init(.notAuthorized, subject: subject, errno: errno, reason: words, hint: DeviceAccess.hint(path))
    case ENODEV, ENXIO, ENOENT:
      self.init(.deviceDisconnected, subject: subject, errno: errno, reason: "\(words): camera disconnected")
    case ENOSPC:
      self.init(
        .outOfBandwidth, subject: subject, errno: errno,
        reason: "\(words): not enough USB bandwidth left for this format")
    case ENOMEM: self.init(.outOfMemory, subject: subject, errno: errno, reason: words)
    default: self.init(.deviceFailed, subject: subject, errno: errno, reason: words)
    }
  }

  /// Creates the error of a camera control that could not be read or set, under the driver's name.
  init(v4l2 status: Int32, control: String, _ name: String, path: String) {
    let errno = -status
    let subject = "\(name): \(control)"
    switch errno {
    case EACCES:
      self.init(
        .controlLocked, subject: subject, errno: errno,
        reason: "cannot be read or set now; an automatic mode probably controls the value")
    case ERANGE:
      self.init(.outOfRange, subject: subject, errno: errno, reason: "the driver rejected the value")
    case EBUSY:
      self.init(
        .controlLocked, subject: subject, errno: errno,
        reason: "cannot be set while the camera streams or another program sets it",
        hint: "stop the stream")
    case EINVAL:
      self.init(.unsupported, subject: subject, errno: errno, reason: "the driver has no such control or value")
    default: self.init(v4l2: status, "access the control \(control)", name, path: path)
    }
  }
}
