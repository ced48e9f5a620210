import Glibc

/// The system's character set conversion, `iconv`.
enum TextConverter {
  /// Returns whether the system can convert from an encoding.
  static func knows(_ encoding: String) -> Bool {
    let descriptor = iconv_open("UTF-8", encoding)
    guard descriptor != iconv_t(bitPattern: -1) else { return false }
    iconv_close(descriptor)
    return true
  }

  /// The text that `bytes` hold in `encoding`; nil where they are not valid in it, or the system doesn't know it.
  static func convert(_ bytes: [UInt8], from encoding: String) -> String? {
    let descriptor = iconv_open("UTF-8", encoding)
    guard descriptor != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(descriptor) }
    // No encoding here needs more than three bytes of UTF-8 a byte.
    let text = [UInt8](unsafeUninitializedCapacity: bytes.count * 3) { output, count in
      var input = bytes.map { CChar(bitPattern: $0) }
      count = input.withUnsafeMutableBufferPointer { input in
        output.withMemoryRebound(to: CChar.self) { output in
          var (from, left) = (input.baseAddress, input.count)
          var (to, room) = (output.baseAddress, output.count)
          let status = iconv(descriptor, &from, &left, &to, &room)
          return status < 0 || left > 0 ? 0 : output.count - room
        }
      }
    }
    return text.isEmpty ? nil : String(validating: text, as: UTF8.self)
  }
}
