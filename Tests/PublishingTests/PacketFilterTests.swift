import Testing

@testable import OpenCapturePublishing

@Suite("Packets of brokers")
struct PacketFilterTests {
  /// Valid packets: CONNACK with a property, SUBACK, PUBLISH with properties, PUBACK, PINGRESP and DISCONNECT.
  private static let valid: [[UInt8]] = [
    [0x20, 6, 0, 0, 3, 0x21, 0, 20], [0x20, 2, 0, 5], [0x90, 4, 0, 1, 0, 0],
    [0x30, 15, 0, 1, 0x61, 9, 1, 0, 38, 0, 1, 0x62, 0, 1, 0x63, 1, 2], [0x31, 4, 0, 1, 0x61, 0],
    [0x40, 2, 0, 1], [0x40, 3, 0, 1, 0], [0xd0, 0], [0xe0, 0], [0xe0, 1, 0x8b], [0xe0, 5, 0x8b, 3, 31, 0, 0],
  ]

  @Test("Valid packets pass unchanged, whole or byte by byte")
  func passing() throws {
    var whole = PacketFilter()
    #expect(try whole.take(Self.valid.joined()) == Array(Self.valid.joined()))
    for packet in Self.valid {
      var filter = PacketFilter()
      for byte in packet.dropLast() { #expect(try filter.take([byte]) == []) }
      #expect(try filter.take(packet.suffix(1)) == packet)
    }
  }

  @Test(
    "Invalid and unexpected packets end the connection",
    arguments: [
      // A property that does not exist, two that are cut off, and lengths beyond the packet.
      [0x20, 5, 0, 0, 2, 0x7f, 0], [0x20, 5, 0, 0, 2, 0x21, 0], [0x30, 7, 0, 1, 0x61, 3, 31, 0, 9],
      [0x30, 3, 0, 2, 0x61], [0x30, 4, 0, 1, 0x61, 1], [0x20, 5, 0, 0, 0, 0, 0], [0x90, 3, 0, 1, 0],
      [0xd0, 1, 0], [0xe0, 3, 0, 0, 0], [0x40, 1, 0],
      // QoS 1 and 2, types that only clients send, and a length of five bytes.
      [0x32, 6, 0, 1, 0x61, 0, 1, 0], [0x34, 6, 0, 1, 0x61, 0, 1, 0], [0x62, 2, 0, 1], [0x10, 0], [0xc0, 0],
      [0, 0], [0x30, 0x80, 0x80, 0x80, 0x80, 1],
    ] as [[UInt8]])
  func invalid(_ packet: [UInt8]) {
    var filter = PacketFilter()
    #expect(throws: PacketFilter.Failure.invalid) { try filter.take(packet) }
  }

  @Test("A long packet ends the connection as soon as its length is known")
  func long() throws {
    var filter = PacketFilter()
    #expect(throws: PacketFilter.Failure.tooLong(256_001_024)) { try filter.take([0x30, 0x80, 0x88, 0x89, 0x7a]) }
    var largest: [UInt8] = [0x30, 0x80, 0x80, 0x04, 0, 1, 0x61, 0]
    largest += [UInt8](repeating: 1, count: PacketFilter.longestPacket - 4)
    var other = PacketFilter()
    #expect(try other.take(largest) == largest)
  }

  @Test("Changed packets never trap, and what passes is what was received")
  func mutations() {
    var generator = SplitMix(seed: 42)
    for _ in 0..<20_000 {
      var bytes = Array(Self.valid.joined())
      for _ in 0..<3 {
        bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
      }
      var filter = PacketFilter()
      guard let passed = try? filter.take(bytes) else { continue }
      #expect(bytes.starts(with: passed))
    }
  }
}

/// A random number generator with equal numbers for equal seeds.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var number = state
    number = (number ^ number >> 30) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ number >> 27) &* 0x94d0_49bb_1331_11eb
    return number ^ number >> 31
  }
}
