/// A filter of a broker's packets that passes on only complete, valid and short ones (MQTT 5.0, 2 and 3).
///
/// libmosquitto ends the process for a property that it does not know. It also reserves memory for the length that a
/// packet claims.
struct PacketFilter {
  /// The maximum length of a packet, in bytes.
  static let longestPacket = 1 << 16

  /// An error in the broker's data.
  enum Failure: Error, Hashable {
    /// A packet is longer than ``longestPacket``.
    case tooLong(Int)
    /// A packet is not valid, or of a type that this client does not expect.
    case invalid

    /// The reason for ending the connection.
    var reason: String {
      switch self {
      case .tooLong(let count): "the broker sent a packet of \(count) bytes; the limit is \(longestPacket)"
      case .invalid: "the broker sent an invalid packet"
      }
    }
  }

  /// The beginning of an incomplete packet.
  private var pending: [UInt8] = []

  /// Adds received bytes and returns the packets that are complete.
  mutating func take(_ bytes: some Sequence<UInt8>) throws(Failure) -> [UInt8] {
    pending += bytes
    var rest = PacketBytes(pending[...])
    while let packet = try Self.nextPacket(in: &rest) {
      guard Self.isValid(packet.content, type: packet.type) else { throw .invalid }
    }
    let complete = Array(pending.prefix(pending.count - rest.bytes.count))
    pending = Array(rest.bytes)
    return complete
  }

  /// Removes and returns the next packet: its first byte and its content; nil if it is incomplete.
  private static func nextPacket(
    in bytes: inout PacketBytes
  ) throws(Failure) -> (type: UInt8, content: PacketBytes)? {
    var rest = bytes
    guard let type = rest.takeNumber(of: 1) else { return nil }
    let length = rest.bytes.prefix(4)
    guard let count = rest.takeVariableNumber() else {
      if length.count < 4 { return nil }
      throw .invalid
    }
    guard count <= longestPacket else { throw .tooLong(count) }
    guard let content = rest.take(count) else { return nil }
    bytes = rest
    return (UInt8(type), PacketBytes(content))
  }

  /// Whether a packet is valid and expected: subscriptions have QoS 0, and nothing is published with QoS 2.
  private static func isValid(_ content: PacketBytes, type: UInt8) -> Bool {
    var content = content
    switch type {
    // CONNACK; that of an old broker has no properties.
    case 0x20: return content.take(2) != nil && (content.bytes.isEmpty || content.takesOnlyProperties())
    // PUBLISH, possibly retained.
    case 0x30, 0x31: return content.takeText() != nil && content.takeProperties()
    // PUBACK
    case 0x40: return content.take(2) != nil && content.takesOnlyReason()
    // SUBACK
    case 0x90: return content.take(2) != nil && content.takeProperties() && !content.bytes.isEmpty
    // PINGRESP
    case 0xd0: return content.bytes.isEmpty
    // DISCONNECT
    case 0xe0: return content.takesOnlyReason()
    default: return false
    }
  }
}

/// A cursor in the bytes of a packet; all functions return nil or false beyond their end.
private struct PacketBytes {
  private(set) var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  mutating func takeNumber(of count: Int) -> Int? { take(count)?.reduce(0) { $0 << 8 | Int($1) } }

  /// Removes and returns a number of at most four bytes, of which all but the last have the high bit (1.5.5).
  mutating func takeVariableNumber() -> Int? {
    var number = 0
    for place in 0..<4 {
      guard let byte = takeNumber(of: 1) else { return nil }
      number |= (byte & 0x7f) << (7 * place)
      if byte < 0x80 { return number }
    }
    return nil
  }

  /// Removes and returns a text or binary data, which a length of two bytes precedes.
  mutating func takeText() -> ArraySlice<UInt8>? { takeNumber(of: 2).flatMap { take($0) } }

  /// Removes properties and returns whether they are valid (2.2.2).
  mutating func takeProperties() -> Bool {
    guard let count = takeVariableNumber(), let list = take(count) else { return false }
    var properties = Self(list)
    while !properties.bytes.isEmpty {
      guard properties.takeProperty() else { return false }
    }
    return true
  }

  private mutating func takeProperty() -> Bool {
    guard let identifier = takeNumber(of: 1) else { return false }
    switch identifier {
    case 1, 23, 25, 36, 37, 40, 41, 42: return take(1) != nil
    case 19, 33, 34, 35: return take(2) != nil
    case 2, 17, 24, 39: return take(4) != nil
    case 11: return takeVariableNumber() != nil
    case 3, 8, 9, 18, 21, 22, 26, 28, 31: return takeText() != nil
    case 38: return takeText() != nil && takeText() != nil
    default: return false
    }
  }

  mutating func takesOnlyProperties() -> Bool { takeProperties() && bytes.isEmpty }

  /// Removes a reason code and properties, both of which may be missing, and returns whether nothing follows.
  mutating func takesOnlyReason() -> Bool {
    bytes.isEmpty || take(1) != nil && (bytes.isEmpty || takesOnlyProperties())
  }
}
