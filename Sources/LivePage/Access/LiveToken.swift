/// A secret of 256 bits that gives access to a page.
///
/// Descriptions of a token hide the secret, to keep it out of logs; ``text`` contains it.
public struct LiveToken: Sendable {
  /// The length of a token, in bytes.
  static let byteCount = 32

  private let bytes: [UInt8]

  /// Creates a random token.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  init(using generator: inout some RandomNumberGenerator) {
    bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// Reads a token from its ``text``; nil if it is none.
  public init?(text: some StringProtocol) {
    var bytes: [UInt8] = []
    var bits = 0
    var count = 0
    for character in text.utf8 {
      guard let value = Self.alphabet.firstIndex(of: character) else { return nil }
      bits = (bits << 6 | value) & 0xffff
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(bits >> count & 255))
    }
    self.bytes = bytes
    // Bits after the last byte must be zero, so that only one text is valid.
    guard bytes.count == Self.byteCount, self.text == text else { return nil }
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The token in URL-safe base 64 (RFC 4648, 5), 43 characters long.
  public var text: String {
    var result: [UInt8] = []
    var bits = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | Int(byte)
      count += 8
      while count >= 6 {
        count -= 6
        result.append(Self.alphabet[bits >> count & 63])
      }
      bits &= (1 << count) - 1
    }
    if count > 0 { result.append(Self.alphabet[bits << (6 - count) & 63]) }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a text equals the token; the duration does not depend on the number of correct characters.
  func matches(_ text: some StringProtocol) -> Bool {
    let own = Array(self.text.utf8)
    let other = Array(text.utf8.prefix(own.count + 1))
    var difference = own.count ^ other.count
    for (index, byte) in own.enumerated() {
      difference |= Int(byte ^ (index < other.count ? other[index] : 0))
    }
    return difference == 0
  }
}

extension LiveToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A description without the secret.
  public var description: String { "a token" }

  /// A description without the secret.
  public var debugDescription: String { description }

  /// A mirror without children, which hides the secret from `dump`.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The two tokens of a page: one to view, one to control as well.
public struct LiveTokens: Sendable {
  /// The token for viewing.
  public let look: LiveToken
  /// The token for viewing and controlling.
  public let control: LiveToken

  /// Creates random tokens.
  public init() {
    look = LiveToken()
    control = LiveToken()
  }

  /// Creates the tokens with known secrets, for example of an earlier run.
  public init(look: LiveToken, control: LiveToken) {
    self.look = look
    self.control = control
  }

  init(using generator: inout some RandomNumberGenerator) {
    look = LiveToken(using: &generator)
    control = LiveToken(using: &generator)
  }

  /// Returns the access of a token; nil for an invalid token.
  func access(by text: some StringProtocol) -> LiveAccess? {
    // Both tokens are always compared, so that the duration reveals nothing.
    let looks = look.matches(text)
    let controls = control.matches(text)
    return controls ? .control : looks ? .look : nil
  }

  /// Returns the access of an `Authorization` header (RFC 6750, 2.1); nil for a missing or invalid token.
  func access(byAuthorization header: String?) -> LiveAccess? {
    guard let header else { return nil }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return access(by: parts[1])
  }
}

/// The permissions of a token.
public enum LiveAccess: Int, Sendable, Hashable, Comparable {
  /// Permission to see pictures and detections.
  case look
  /// Permission to control the camera, take photos, record and download, in addition to ``look``.
  case control

  /// Whether the first access permits less than the second.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
