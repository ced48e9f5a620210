/// The completeness of a movie file, derived from the lengths of its top-level parts.
///
/// Decoders cannot distinguish the end of a movie from an incomplete download.
struct MovieCompleteness: Sendable, Hashable {
  /// Whether a part of the file is longer than the remaining data.
  private(set) var isTruncated = false

  /// The number of usable bytes, which excludes a truncated part that is useless unless complete.
  private(set) var usableByteCount: Int

  /// Examines a file.
  ///
  /// - Parameter read: A closure that returns a number of bytes at an offset, or fewer at the end of the file.
  init(byteCount: Int, read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    usableByteCount = byteCount
    let start = read(0, 64)
    let kind = String(decoding: start.dropFirst(4).prefix(4), as: UTF8.self)
    if Self.isoTypes.contains(kind) {
      measureISO(byteCount, read)
    } else if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).starts(with: Array("AVI ".utf8)) {
      measureRIFF(byteCount, read)
    } else if start.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) {
      measureMatroska(byteCount, start)
    }
  }

  private static let isoTypes: Set = ["ftyp", "moov", "mdat", "wide", "free", "skip", "styp"]

  /// Examines ISO boxes, which start with a length and a type (ISO/IEC 14496-12, 4.2).
  private mutating func measureISO(_ byteCount: Int, _ read: (Int, Int) -> [UInt8]) {
    var offset = 0
    while offset < byteCount {
      let header = read(offset, 16)
      let short = Self.bigEndian(header.prefix(4))
      let length = short == 1 && header.count == 16 ? Self.bigEndian(header.dropFirst(8)) : short
      let type = header.dropFirst(4).prefix(4)
      // Length 0 means up to the end of the file. An invalid type marks data appended after the movie.
      if header.count >= 8, length == 0 || !type.allSatisfy({ (0x20...0x7e).contains($0) }) { return }
      let isWhole = header.count >= 8 && length <= byteCount - offset
      guard isWhole else {
        isTruncated = true
        // Frames can be decoded from an incomplete mdat; an incomplete index at the end is unusable anyway.
        let keeps = ["mdat", "moov"].contains(String(decoding: type, as: UTF8.self))
        if !keeps, offset > 0 { usableByteCount = offset }
        return
      }
      guard length >= 8 else { return }
      offset += length
    }
  }

  /// Examines RIFF chunks, with the length in bytes 4 to 7; long files have several.
  ///
  /// See Multimedia Programming Interface and Data Specifications 1.0.
  private mutating func measureRIFF(_ byteCount: Int, _ read: (Int, Int) -> [UInt8]) {
    var offset = 0
    while offset < byteCount {
      let header = read(offset, 8)
      guard header.starts(with: Array("RIFF".utf8)), header.count == 8 else { return }
      let length = Self.bigEndian(header.suffix(4).reversed())
      // Recorders write the length at the end of a recording.
      guard length > 0, length < Int(UInt32.max) else { return }
      if length > byteCount - offset - 8 { isTruncated = true }
      offset += 8 + length + length % 2
    }
  }

  /// Examines an EBML header and a Matroska segment (RFC 8794).
  ///
  /// Each starts with an identifier and a length. The length has one byte more than its first byte has leading zeros.
  private mutating func measureMatroska(_ byteCount: Int, _ start: [UInt8]) {
    guard let header = Self.variableLength(start, at: 4) else { return }
    let segment = header.end + header.value
    guard segment >= 0, start.dropFirst(segment).starts(with: [0x18, 0x53, 0x80, 0x67]),
      let body = Self.variableLength(start, at: segment + 4), !body.isUnknown
    else { return }
    isTruncated = body.value > byteCount - body.end
  }

  private static func bigEndian(_ bytes: some Sequence<UInt8>) -> Int {
    // Saturate at Int.max, which is longer than any file.
    bytes.reduce(0) { $0 > Int.max >> 8 ? Int.max : $0 << 8 | Int($1) }
  }

  private static func variableLength(_ bytes: [UInt8], at offset: Int) -> (value: Int, end: Int, isUnknown: Bool)? {
    guard bytes.indices.contains(offset), bytes[offset] != 0 else { return nil }
    let count = bytes[offset].leadingZeroBitCount + 1
    guard offset + count <= bytes.count else { return nil }
    let value = bigEndian(bytes[offset..<offset + count]) & ((1 << (7 * count)) - 1)
    return (value, offset + count, value == (1 << (7 * count)) - 1)
  }
}
