/// The segments of a QR code's data, each with its own mode (ISO/IEC 18004, 7.4).
struct QRSegments {
  /// A run of bytes in one mode.
  struct Segment: Equatable {
    /// The encoding that the mode defines; nil in byte, numeric and alphanumeric mode.
    var encoding: String?
    var byteCount: Int
  }

  private(set) var segments: [Segment] = []
  private var bits: BitReader
  private let version: Int

  /// Parses corrected data; nil if a mode is unknown, the data is too short, or a segment declares an ECI.
  init?(_ data: [UInt8], version: Int) {
    self.version = version
    bits = BitReader(bytes: data)
    while let mode = bits.read(min(4, bits.left)), mode != 0 {
      guard let segment = readSegment(mode) else { return nil }
      segments.append(segment)
    }
  }

  private mutating func readSegment(_ mode: Int) -> Segment? {
    let size = version < 10 ? 0 : version < 27 ? 1 : 2
    switch mode {
    case 0b0001: return read(count: [10, 12, 14][size]) { $0 / 3 * 10 + [0, 4, 7][$0 % 3] }
    case 0b0010: return read(count: [9, 11, 13][size]) { $0 / 2 * 11 + $0 % 2 * 6 }
    case 0b0100: return read(count: [8, 16, 16][size]) { 8 * $0 }
    case 0b1000: return read(count: [8, 10, 12][size], "CP932") { 13 * $0 }
    case 0b1101:  // hanzi, whose subset comes first
      return bits.read(4) == nil ? nil : read(count: [8, 10, 12][size], "GB18030") { 13 * $0 }
    case 0b0011: return bits.read(16).map { _ in Segment(byteCount: 0) }  // structured append
    case 0b0101: return Segment(byteCount: 0)  // GS1
    case 0b1001: return bits.read(8).map { _ in Segment(byteCount: 0) }  // an application's identifier
    default: return nil
    }
  }

  private mutating func read(count width: Int, _ encoding: String? = nil, bitCount: (Int) -> Int) -> Segment? {
    guard let count = bits.read(width), bits.skip(bitCount(count)) else { return nil }
    return Segment(encoding: encoding, byteCount: encoding == nil ? count : 2 * count)
  }
}

/// A reader of bits, the highest bit of each byte first.
private struct BitReader {
  let bytes: [UInt8]
  private(set) var position = 0

  /// The number of unread bits.
  var left: Int { 8 * bytes.count - position }

  /// Reads `count` bits; nil if `count` is 0 or fewer bits are left.
  mutating func read(_ count: Int) -> Int? {
    guard count > 0, count <= left else { return nil }
    defer { position += count }
    return (position..<position + count).reduce(0) { $0 << 1 | Int(bytes[$1 / 8] >> (7 - UInt8($1 % 8)) & 1) }
  }

  /// Skips `count` bits and returns whether that many were left.
  mutating func skip(_ count: Int) -> Bool {
    guard count <= left else { return false }
    position += count
    return true
  }
}
