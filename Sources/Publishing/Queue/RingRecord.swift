/// How an event lies in the file: a mark, how long it is, its number, a checksum over all of that, and then topic and payload;
/// padded to eight bytes.
struct RingRecord: Sendable, Hashable {
  /// What a record begins with.
  static let mark: UInt32 = 0x5645_434f
  /// How many bytes stand before the topic.
  static let headCount = 24
  /// Records begin at multiples of this.
  static let alignment = 8
  /// More than any event has.
  static let longestBody = 1 << 20

  let sequence: UInt64
  let topic: String
  let payload: [UInt8]

  init(sequence: UInt64, topic: String, payload: [UInt8]) {
    (self.sequence, self.topic, self.payload) = (sequence, topic, payload)
  }

  /// As it lies in the file.
  var bytes: [UInt8] {
    let topic = Array(topic.utf8)
    let body = Self.little(UInt16(clamping: topic.count)) + topic + payload
    let head = Self.little(UInt32(clamping: body.count)) + Self.little(sequence)
    let bytes = Self.little(Self.mark) + head + Self.little(Checksum.of(head + body)) + body
    return bytes + [UInt8](repeating: 0, count: Self.padding(bytes.count))
  }

  /// What a head says, as far as it can be one: how long the record is with its padding, and its number.
  static func extent(ofHead head: some RandomAccessCollection<UInt8>) -> (count: Int, sequence: UInt64)? {
    let head = Array(head.prefix(headCount))
    guard head.count == headCount, number(head, 0, UInt32.self) == mark else { return nil }
    let body = Int(number(head, 4, UInt32.self))
    guard body >= 2, body <= longestBody else { return nil }
    return (headCount + body + padding(headCount + body), number(head, 8, UInt64.self))
  }

  /// Reads a record; nil where it is damaged, or none.
  init?(_ bytes: [UInt8]) {
    guard let (count, sequence) = Self.extent(ofHead: bytes), count <= bytes.count else { return nil }
    let body = bytes[Self.headCount..<Self.headCount + Int(Self.number(bytes, 4, UInt32.self))]
    guard Checksum.of(Array(bytes[4..<16]) + body) == Self.number(bytes, 16, UInt64.self) else { return nil }
    let topicCount = Int(Self.number(bytes, Self.headCount, UInt16.self))
    guard topicCount <= body.count - 2 else { return nil }
    let start = body.startIndex + 2
    self.init(
      sequence: sequence, topic: String(decoding: body[start..<start + topicCount], as: UTF8.self),
      payload: Array(body[(start + topicCount)...]))
  }

  private static func padding(_ count: Int) -> Int { (alignment - count % alignment) % alignment }

  /// A number, its lowest byte first.
  static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
  }

  static func number<Number: FixedWidthInteger>(_ bytes: [UInt8], _ place: Int, _: Number.Type) -> Number {
    (0..<Number.bitWidth / 8).reduce(0) { $0 | Number(bytes[place + $1]) << Number($1 * 8) }
  }
}
