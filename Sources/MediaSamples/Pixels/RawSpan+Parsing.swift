/// Checked reads of untrusted bytes: a read out of range returns nil.
extension RawSpan {
  @inlinable package func byte(at offset: Int) -> UInt8? {
    guard offset >= 0, offset < byteCount else { return nil }
    return unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  @inlinable package func integer16(at offset: Int, bigEndian: Bool) -> UInt16? {
    guard let a = byte(at: offset), let b = byte(at: offset + 1) else { return nil }
    return bigEndian ? UInt16(a) << 8 | UInt16(b) : UInt16(b) << 8 | UInt16(a)
  }

  @inlinable package func integer32(at offset: Int, bigEndian: Bool) -> UInt32? {
    guard let a = integer16(at: offset, bigEndian: bigEndian),
      let b = integer16(at: offset + 2, bigEndian: bigEndian)
    else { return nil }
    return bigEndian ? UInt32(a) << 16 | UInt32(b) : UInt32(b) << 16 | UInt32(a)
  }

  @inlinable package func holds(_ pattern: [UInt8], at offset: Int) -> Bool {
    pattern.indices.allSatisfy { byte(at: offset + $0) == pattern[$0] }
  }

  @inlinable package func starts(with pattern: [UInt8]) -> Bool { holds(pattern, at: 0) }

  @inlinable package func isExactly(_ pattern: [UInt8]) -> Bool {
    byteCount == pattern.count && starts(with: pattern)
  }

  @inlinable package func contains(_ pattern: [UInt8], within limit: Int) -> Bool {
    (0..<Swift.min(limit, byteCount)).contains { holds(pattern, at: $0) }
  }
}
