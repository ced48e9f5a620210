/// A record of an event in the file.
///
/// A record consists of a signature, the length of the body, the sequence number, a checksum, and the body of topic
/// and payload. Padding fills it to a multiple of eight bytes.
struct RingRecord: Sendable, Hashable {
  /// The signature at the start of a record.
  static let mark: UInt32 = 0x5645_434f
  /// The number of bytes before the body.
  static let recordHeaderSize = 24
  /// The alignment of records in the file, in bytes.
  static let alignment = 8
  /// The maximum length of a body, larger than that of any event.
  static let maximumBodyLength = 1 << 20

  let sequence: UInt64
  let topic: String
  let payload: [UInt8]
}

extension RingRecord {
  /// The record as stored in the file.
  var bytes: [UInt8] {
    let topic = Array(topic.utf8)
    let body = UInt16(clamping: topic.count).littleEndianBytes + topic + payload
    let head = UInt32(clamping: body.count).littleEndianBytes + sequence.littleEndianBytes
    let bytes = Self.mark.littleEndianBytes + head + Checksum.of(head + body).littleEndianBytes + body
    return bytes + [UInt8](repeating: 0, count: Self.padding(bytes.count))
  }

  /// Returns the length, including padding, and the sequence number in the head of a record; nil for an invalid head.
  static func extent(ofHead head: some RandomAccessCollection<UInt8>) -> (count: Int, sequence: UInt64)? {
    let head = Array(head.prefix(recordHeaderSize))
    guard head.count == recordHeaderSize, number(head, 0, UInt32.self) == mark else { return nil }
    let body = Int(number(head, 4, UInt32.self))
    guard body >= 2, body <= maximumBodyLength else { return nil }
    return (recordHeaderSize + body + padding(recordHeaderSize + body), number(head, 8, UInt64.self))
  }

  /// Parses a record; nil if damaged or invalid.
  init?(_ bytes: [UInt8]) {
    guard let (count, sequence) = Self.extent(ofHead: bytes), count <= bytes.count else { return nil }
    let body = bytes[Self.recordHeaderSize..<Self.recordHeaderSize + Int(Self.number(bytes, 4, UInt32.self))]
    guard Checksum.of(Array(bytes[4..<16]) + body) == Self.number(bytes, 16, UInt64.self) else { return nil }
    let topicCount = Int(Self.number(bytes, Self.recordHeaderSize, UInt16.self))
    guard topicCount <= body.count - 2 else { return nil }
    let start = body.startIndex + 2
    self.init(
      sequence: sequence, topic: String(decoding: body[start..<start + topicCount], as: UTF8.self),
      payload: Array(body[(start + topicCount)...]))
  }

  private static func padding(_ count: Int) -> Int { (alignment - count % alignment) % alignment }

  static func number<Number: FixedWidthInteger>(_ bytes: [UInt8], _ place: Int, _: Number.Type) -> Number {
    (0..<Number.bitWidth / 8).reduce(0) { $0 | Number(bytes[place + $1]) << Number($1 * 8) }
  }
}

extension FixedWidthInteger {
  /// The bytes, with the lowest first.
  var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}

/// The 64-bit FNV-1a checksum, which detects accidental damage but no manipulation.
enum Checksum {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
