/// The place of one symbol in a message that is spread over several.
public struct StructuredAppend: Sendable, Hashable {
  /// Number of this part, from 0; below ``total``.
  public let index: Int

  /// Number of parts, at most 16 for QR; nil if the symbol does not say, as Macro PDF417 may.
  public let total: Int?

  /// The identifier that all parts of one message share; nil if the symbol has none.
  ///
  /// QR has a byte, written in decimal digits. Macro PDF417 has the codewords of its file identifier, three digits each
  /// (ISO/IEC 15438, H.3). Aztec has letters.
  public let identifier: String?

  /// The byte that all parts of one QR message share; nil if the identifier is not a byte.
  public var parity: UInt8? { identifier.flatMap { UInt8($0) } }

  /// Makes a place in a message.
  ///
  /// - Returns: nil if `index` is below 0 or not below `total`.
  public init?(index: Int, total: Int?, identifier: String? = nil) {
    guard index >= 0, total.map({ index < $0 }) ?? true else { return nil }
    self.index = index
    self.total = total
    self.identifier = identifier
  }

  /// Makes a place in a message whose parts share a byte.
  ///
  /// - Returns: nil if `index` is below 0 or not below `total`.
  public init?(index: Int, total: Int?, parity: UInt8?) {
    self.init(index: index, total: total, identifier: parity.map { String($0) })
  }
}
