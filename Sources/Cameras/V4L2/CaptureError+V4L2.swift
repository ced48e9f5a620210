import OpenCaptureFlow
import OpenCaptureSystem
import OpenCaptureSession
import Glibc

/// The system's errors in words: who has the camera, which group one has to be in.
extension CaptureError {
  /// The error for a camera that failed.
  ///
  /// - Parameters:
  ///   - status: The number of the error, negative as the bridge gives it.
  ///   - what: What was tried, such as `start streaming`.
  ///   - name: The camera's name for people.
  ///   - path: Its device file.
  init(v4l2 status: Int32, _ what: String, _ name: String, path: String) {
    let errno = -status
    let subject = "\(name) (\(path))"
    let words = "can't \(what): \(SystemErrorWords.reason(for: errno))"
    switch errno {
    case EBUSY:
      let holders = DeviceHolders.describe(path)
      let remedy =
        holders.isEmpty ? nil : "end " + holders.joined(separator: " and ") + ", or choose another camera"
      // Processes of other users don't show what they have open.
      let who = holders.isEmpty ? "another program, or elsewhere in this one" : holders.joined(separator: ", ")
      self.init(
        .deviceInUse, subject: subject, errno: errno, reason: "\(words): it is in use by \(who)", remedy: remedy)
    case EACCES, EPERM:
      self.init(.notAuthorized, subject: subject, errno: errno, reason: words, remedy: DeviceAccess.remedy(path))
    case ENODEV, ENXIO, ENOENT:
      self.init(.deviceDisconnected, subject: subject, errno: errno, reason: "\(words): the camera is gone")
    case ENOSPC:
      self.init(
        .outOfBandwidth, subject: subject, errno: errno,
        reason: "\(words): the USB bus has not enough bandwidth left for this format")
    case ENOMEM: self.init(.outOfMemory, subject: subject, errno: errno, reason: words)
    default: self.init(.deviceFailed, subject: subject, errno: errno, reason: words)
    }
  }

  /// The error for a control of a camera that could not be read or set.
  init(v4l2 status: Int32, control: CaptureControl.Name, _ name: String, path: String) {
    let (errno, subject) = (-status, "\(name): \(control)")
    switch errno {
    case EACCES:
      self.init(
        .controlLocked, subject: subject, errno: errno,
        reason: "it can't be set or read now; mostly something sets it automatically")
    case ERANGE:
      self.init(.outOfRange, subject: subject, errno: errno, reason: "the driver refused the value")
    case EBUSY:
      self.init(
        .controlLocked, subject: subject, errno: errno,
        reason: "it can't be set while the camera streams, or by two",
        remedy: "stop the stream")
    case EINVAL:
      self.init(.unsupported, subject: subject, errno: errno, reason: "the driver has no such control or value")
    default: self.init(v4l2: status, "reach the control \(control)", name, path: path)
    }
  }
}
