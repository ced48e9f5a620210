import Glibc
package import OpenCaptureFlow
import OpenCaptureSession
import OpenCaptureSystem

/// The user's list of network cameras with their passwords, one name and address per line.
///
/// Commands read it before they enter the sandbox, and keep only the camera that was requested.
package struct NetworkCameraFile: Sendable {
  /// The path of the file, which need not exist; nil without a home folder.
  package static var path: String? {
    UserFolder.path(variable: "XDG_CONFIG_HOME", inHome: ".config").map { $0 + "/cameras" }
  }

  /// The cameras, in the order of the file.
  package let entries: [NetworkCameraEntry]

  /// Reads the file; a missing file holds no cameras.
  ///
  /// - Throws: `CaptureError` if other users can read or change the file, or if a line is invalid.
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
        throw Self.error(place, "duplicate camera name '\(entry.name)'")
      }
      entries.append(entry)
    }
    self.entries = entries
  }

  /// Returns an error of the file, which quotes only the camera's name from a line.
  static func error(_ subject: String, _ reason: String, hint: String? = nil) -> CaptureError {
    CaptureError(.noSuchDevice, subject: subject, reason: reason, hint: hint)
  }

  /// The content of the file; nil if it does not exist.
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
      throw error(path, "not a regular file")
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw error(path, "the file belongs to another user", hint: "sudo chown \(geteuid()) '\(path)'")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw error(path, "other users can read or change this file with passwords", hint: "chmod 600 '\(path)'")
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw error(path, "\(SystemError(code: errno))") }
    guard count < bytes.count else { throw error(path, "the file is larger than 1 MB") }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
