/// Reads the numbers of a portable anymap one after the other; between them are whitespace and comments.
struct PNMScanner {
  private(set) var offset: Int

  init(offset: Int) { self.offset = offset }

  /// The next number in decimal digits, at most 99,999,999.
  mutating func number(_ file: RawSpan, _ task: DecodingTask) throws(PictureError) -> Int {
    skipSpace(file)
    var (value, digits) = (0, 0)
    while let byte = file.byte(at: offset), (0x30...0x39).contains(byte) {
      (value, digits, offset) = (value * 10 + Int(byte - 0x30), digits + 1, offset + 1)
      guard value < 100_000_000 else { throw task.corruptPNM("a number is too large") }
    }
    guard digits > 0 else {
      throw file.byte(at: offset) == nil ? task.truncatedPNM() : task.corruptPNM("a number is missing")
    }
    return value
  }

  /// The next digit of a plain bitmap, where they may stand close together.
  mutating func bit(_ file: RawSpan, _ task: DecodingTask) throws(PictureError) -> Bool {
    skipSpace(file)
    guard let byte = file.byte(at: offset) else { throw task.truncatedPNM() }
    guard byte == 0x30 || byte == 0x31 else { throw task.corruptPNM("a pixel is neither 0 nor 1") }
    offset += 1
    return byte == 0x31
  }

  private mutating func skipSpace(_ file: RawSpan) {
    var isComment = false
    while let byte = file.byte(at: offset), isComment || byte.isPNMSpace || byte == UInt8(ascii: "#") {
      if byte == UInt8(ascii: "#") { isComment = true }
      if byte == 0x0a || byte == 0x0d { isComment = false }
      offset += 1
    }
  }
}
