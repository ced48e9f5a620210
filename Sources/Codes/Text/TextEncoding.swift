import Glibc

/// An encoding of text, such as `shift-jis` or `windows-1251`.
public struct TextEncoding: Sendable, Hashable {
  /// The name by which the system's `iconv` knows the encoding.
  public let name: String

  /// Creates an encoding; nil if the system doesn't know the name.
  ///
  /// `iconv --list` prints all names.
  public init?(name: String) {
    guard TextConverter.knows(name) else { return nil }
    self.name = name
  }
}

/// The system's character set conversion, `iconv`.
enum TextConverter {
  /// Returns whether the system can convert from an encoding.
  static func knows(_ encoding: String) -> Bool {
    let descriptor = iconv_open("UTF-8", encoding)
    guard descriptor != iconv_t(bitPattern: -1) else { return false }
    iconv_close(descriptor)
    return true
  }

  /// Loads the conversions from some encodings, which then stay available without access to files.
  static func keepLoaded(_ encodings: some Sequence<String>) {
    for encoding in encodings { _ = iconv_open("UTF-8", encoding) }
  }

  /// Returns the text of `bytes` in `encoding`, or nil if they are invalid or the system doesn't know the encoding.
  static func convert(_ bytes: [UInt8], from encoding: String) -> String? {
    let descriptor = iconv_open("UTF-8", encoding)
    guard descriptor != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(descriptor) }
    // In all these encodings, a byte needs at most three bytes of UTF-8.
    let text = [UInt8](unsafeUninitializedCapacity: bytes.count * 3) { output, count in
      var input = bytes.map { CChar(bitPattern: $0) }
      count = input.withUnsafeMutableBufferPointer { input in
        output.withMemoryRebound(to: CChar.self) { output in
          var from = input.baseAddress
          var left = input.count
          var to = output.baseAddress
          var room = output.count
          let status = iconv(descriptor, &from, &left, &to, &room)
          return status < 0 || left > 0 ? 0 : output.count - room
        }
      }
    }
    return text.isEmpty ? nil : String(validating: text, as: UTF8.self)
  }
}
