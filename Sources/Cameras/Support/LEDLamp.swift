import OpenCaptureFlow
import OpenCaptureSystem
import OpenCaptureSession
import Glibc

/// A lamp beside a camera that the kernel has as a device of the LED class, and its files.
///
/// Cameras in phones and boards often have their lamp there rather than among V4L2's controls. Its name ends in the
/// kernel's word for what it is for, `torch` or `flash`; the files are those of the kernel's `Documentation/ABI/testing`,
/// `sysfs-class-led` and `sysfs-class-led-flash`.
struct LEDLamp: Sendable, Hashable {
  /// The folder of its files.
  let path: String
  /// The greatest `brightness`: steps of the lamp's own.
  let maximumBrightness: Int64
  /// The greatest `flash_brightness`, in microamperes; nil for a lamp that can't flash.
  let maximumFlashBrightness: Int64?

  /// The lamps in a folder such as `/sys/class/leds`: those for torches first, in the order of their names.
  static func all(in folder: String) -> [LEDLamp] {
    let names = FileSystem.names(in: folder).sorted()
    let called = { (function: String) in
      names.filter { $0.split(separator: ":").last?.hasPrefix(function) ?? false }
    }
    return (called("torch") + called("flash")).compactMap { LEDLamp("\(folder)/\($0)") }
  }

  /// Looks at a lamp; nil where its files don't say how bright it can be.
  init?(_ path: String) {
    guard let brightest = Self.number("\(path)/max_brightness"), brightest > 0 else { return nil }
    (self.path, maximumBrightness) = (path, brightest)
    let flashes = access("\(path)/flash_strobe", F_OK) == 0
    maximumFlashBrightness =
      flashes ? Self.number("\(path)/max_flash_brightness").flatMap { $0 > 0 ? $0 : nil } : nil
  }

  /// A number in one of the lamp's files.
  ///
  /// - Throws: ``CaptureError`` where it can't be read, or holds none.
  func value(of file: String) throws(CaptureError) -> Int64 {
    if let number = Self.number("\(path)/\(file)") { return number }
    throw error(access("\(path)/\(file)", R_OK) == 0 ? EINVAL : errno, file, "read")
  }

  /// Writes a number to one of the lamp's files.
  ///
  /// - Throws: ``CaptureError`` where the system doesn't let this user, or the lamp refuses.
  func set(_ file: String, to value: Int64) throws(CaptureError) {
    let descriptor = open("\(path)/\(file)", O_WRONLY | O_CLOEXEC | O_TRUNC)
    guard descriptor >= 0 else { throw error(errno, file, "set") }
    defer { close(descriptor) }
    let bytes = Array("\(value)\n".utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else { throw error(errno, file, "set") }
  }

  private static func number(_ path: String) -> Int64? { FileSystem.text(path).flatMap { Int64($0) } }

  private func error(_ errno: Int32, _ file: String, _ what: String) -> CaptureError {
    let subject = "lamp \(path.split(separator: "/").last ?? "")"
    let words = "can't \(what) its \(file): \(SystemErrorWords.reason(for: errno))"
    switch errno {
    case EACCES, EPERM, EROFS:
      let file = "\(path)/\(file)"
      return CaptureError(
        .notAuthorized, subject: subject, errno: errno, reason: words,
        remedy: "let the group video set it: sudo chgrp video \(file) && sudo chmod g+w \(file)")
    case ENOENT, ENODEV, ENXIO:
      return CaptureError(.deviceDisconnected, subject: subject, errno: errno, reason: words)
    case EBUSY:
      return CaptureError(
        .controlLocked, subject: subject, errno: errno, reason: words,
        remedy: "end what uses the lamp, such as a V4L2 flash device")
    default: return CaptureError(.deviceFailed, subject: subject, errno: errno, reason: words)
    }
  }
}
