import Glibc
import MediaSamples

extension PictureError {
  /// The error for a system call that has just failed.
  init(_ code: Code, subject: String, systemError: Int32) {
    self.init(
      code, subject: subject, errno: systemError, reason: Self.words(for: systemError),
      remedy: Self.remedy(for: systemError))
  }

  /// The error of a buffer that couldn't be made.
  init(_ error: MediaError, subject: String) {
    switch error.code {
    case .outOfMemory:
      self.init(.outOfMemory, subject: subject, reason: "\(error.reason) for \(error.subject)")
    case .invalidDimensions:
      self.init(.tooLarge, subject: subject, reason: "\(error.subject): \(error.reason)")
    default: self.init(.unsupportedConversion, subject: subject, reason: "\(error)")
    }
  }

  private static func words(for error: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard strerror_r(error, &buffer, buffer.count) == 0 else { return "system error \(error)" }
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private static func remedy(for error: Int32) -> String? {
    switch error {
    case ENOENT, ENOTDIR: "check the name"
    case EACCES, EPERM: "check the permissions of the file and of its folder"
    case ENOSPC, EDQUOT: "free space there, or choose another folder"
    case EROFS: "choose a folder that can be written to"
    case EMFILE, ENFILE: "close other files first"
    case EISDIR: "name a file in that folder"
    default: nil
    }
  }
}
