import Glibc

/// What the system's error numbers mean to somebody who names files.
package enum SystemErrorWords {
  /// The error in the system's own words, as they stand within a sentence.
  package static func reason(for error: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard strerror_r(error, &buffer, buffer.count) == 0 else { return "system error \(error)" }
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// What the person can do about it; nil where nothing general is known.
  package static func remedy(for error: Int32) -> String? {
    switch error {
    case ENOENT, ENOTDIR: "check the name"
    case EACCES, EPERM: "check the permissions of the file and of its folder"
    case ENOSPC, EDQUOT: "free space there, or choose another folder"
    case EFBIG: "let this user's files be larger (ulimit -f), or choose a disk that takes larger ones"
    case EROFS: "choose a folder that can be written to"
    case EMFILE, ENFILE: "close other files first"
    case EISDIR: "name a file in that folder"
    default: nil
    }
  }
}
