import Glibc
package import OpenCaptureFlow
import OpenCaptureSession
import OpenCaptureSystem

/// The file in which a person writes down cameras on the network, with their passwords: a line each, a name and an address.
///
/// It is read before rights are given up, and of it only what was asked for is kept.
package struct NetworkCameraFile: Sendable {
  /// Where it is, whether there is one or not; nil where there is no place for it.
  package static var path: String? {
    let variables = Environment.values(["XDG_CONFIG_HOME", "HOME"])
    if let folder = variables["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder + "/opencapture/cameras" }
    return variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config/opencapture/cameras" : nil }
  }

  /// The cameras, as they stand in it.
  package let entries: [NetworkCameraEntry]

  /// Reads the file; without one, there are no cameras.
  ///
  /// - Throws: `CaptureError` where others can read or change it, or a line isn't understood.
  package init(path: String? = Self.path) throws(CaptureError) {
    guard let path, let text = try Self.text(path) else {
      entries = []
      return
    }
    var entries: [NetworkCameraEntry] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let place = "\(path), line \(number + 1)"
      guard let entry = try NetworkCameraEntry(line, at: place) else { continue }
      guard !entries.contains(where: { $0.name == entry.name }) else {
        throw Self.error(place, "there is a camera '\(entry.name)' before it")
      }
      entries.append(entry)
    }
    self.entries = entries
  }

  /// An error of the file, whose words have nothing of a line in them but its name.
  static func error(_ subject: String, _ reason: String, remedy: String? = nil) -> CaptureError {
    CaptureError(.noSuchDevice, subject: subject, reason: reason, remedy: remedy)
  }

  /// What is in it; nil where there is none.
  private static func text(_ path: String) throws(CaptureError) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { return nil }
      throw error(path, "\(SystemError(code: code))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw error(path, "this is no file")
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw error(path, "it belongs to somebody else", remedy: "sudo chown \(geteuid()) '\(path)'")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw error(path, "others may read passwords in it, or change it", remedy: "chmod 600 '\(path)'")
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw error(path, "\(SystemError(code: errno))") }
    guard count < bytes.count else { throw error(path, "it is larger than a megabyte") }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
