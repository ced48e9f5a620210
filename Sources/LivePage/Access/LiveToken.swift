/// A secret of 256 bits, which whoever has it shows to be let in.
///
/// Its descriptions tell nothing of it, so that none comes into a log by accident; ``text`` is for whoever is to have it.
public struct LiveToken: Sendable {
  /// How many bytes it has.
  static let byteCount = 32

  private let bytes: [UInt8]

  /// Makes a new one, of the system's randomness.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Makes a new one of this randomness.
  init(using generator: inout some RandomNumberGenerator) {
    bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// Base 64 for addresses (RFC 4648, 5), 43 characters of it.
  public var text: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var (result, bits, count) = ([UInt8](), 0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 6 {
        count -= 6
        result.append(alphabet[bits >> count & 63])
      }
      bits &= (1 << count) - 1
    }
    if count > 0 { result.append(alphabet[bits << (6 - count) & 63]) }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a text is this token's; takes as long for each wrong one, so that nobody learns how much of it was right.
  func matches(_ text: some StringProtocol) -> Bool {
    let (mine, theirs) = (Array(self.text.utf8), Array(text.utf8.prefix(self.text.utf8.count + 1)))
    var difference = mine.count ^ theirs.count
    for (index, byte) in mine.enumerated() {
      difference |= Int(byte ^ (index < theirs.count ? theirs[index] : 0))
    }
    return difference == 0
  }
}

extension LiveToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The same for each.
  public var description: String { "a token" }

  /// The same for each.
  public var debugDescription: String { description }

  /// Nothing is within, for whoever dumps it.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
