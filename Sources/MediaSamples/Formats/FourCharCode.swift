/// A four-character code, as CoreVideo and V4L2 name their formats.
public struct FourCharCode: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  /// The four characters, the first in the highest byte.
  public let rawValue: UInt32

  /// Makes the code with this value.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes the code from its first four characters, padded with spaces.
  public init(stringLiteral text: StaticString) {
    self.init(rawValue: (text.description.utf8 + Array("    ".utf8)).prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
  }
}

extension FourCharCode: CustomStringConvertible {
  /// The four characters; those that cannot be printed as `?`.
  public var description: String {
    let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: rawValue >> ($0 * 8)) }
    return String(decoding: bytes.map { (0x20...0x7e).contains($0) ? $0 : 0x3f }, as: UTF8.self)
  }
}
