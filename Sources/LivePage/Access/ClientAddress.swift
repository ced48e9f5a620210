import Glibc

/// Where somebody comes from, as far as one person's connections are told from another's.
///
/// Those of the machine itself are none: a tunnel, or a server in front of this one, passes many people's on.
struct ClientAddress: Sendable, Hashable {
  /// How much of an address of version 6 is one customer's (RFC 6177).
  private static let networkByteCount = 8
  /// What stands before an address of version 4 that is written as one of version 6 (RFC 4291, 2.5.5.2).
  private static let mapped = [UInt8](repeating: 0, count: 10) + [255, 255]

  private let bytes: [UInt8]

  /// Reads an address in numbers; nil where it is none, or the machine's own.
  init?(_ text: String) {
    guard let all = Self.bytes(text, AF_INET, 4) ?? Self.bytes(text, AF_INET6, 16) else { return nil }
    if all.count == 4 || all.starts(with: Self.mapped) {
      bytes = all.suffix(4)
      if bytes.first == 127 { return nil }
    } else {
      bytes = Array(all.prefix(Self.networkByteCount))
      if all.dropLast().allSatisfy({ $0 == 0 }), all.last == 1 { return nil }
    }
  }

  private static func bytes(_ text: String, _ family: Int32, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }
}
