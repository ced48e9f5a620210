extension [UInt8] {
  /// Returns a PNG file with another chunk behind its header.
  func insertingChunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    let chunk = UInt32(data.count).bigEndianBytes + body + body.crc32.bigEndianBytes
    return Array(self[..<33]) + chunk + Array(self[33...])
  }

  /// The checksum of the bytes, as used for PNG chunks.
  var crc32: UInt32 {
    var crc = ~UInt32(0)
    for byte in self {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xedb8_8320 : 0) }
    }
    return ~crc
  }
}

extension FixedWidthInteger {
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
  var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
