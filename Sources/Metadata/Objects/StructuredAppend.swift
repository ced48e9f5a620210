/// The place of one symbol in a message that is spread over several.
public struct StructuredAppend: Sendable, Hashable {
  /// Which part this is, from 0; below ``total``.
  public let index: Int

  /// How many parts there are; at most 16 for QR.
  public let total: Int

  /// The byte that all parts of one QR message share; nil where the symbology has none.
  public let parity: UInt8?

  /// Makes a place in a message.
  ///
  /// - Returns: nil where there can't be such a place: `index` is below 0, or not below `total`.
  public init?(index: Int, total: Int, parity: UInt8? = nil) {
    guard index >= 0, index < total else { return nil }
    (self.index, self.total, self.parity) = (index, total, parity)
  }
}
