/// A message assembled from several codes.
public struct StructuredMessage: Sendable, Hashable {
  /// The codes of the message in order.
  public let parts: [MachineReadableCodeObject]

  /// The payloads of the parts, concatenated.
  public var bytes: [UInt8] { parts.flatMap(\.bytes) }

  /// The text; nil if a part is not text and the joined bytes are not UTF-8.
  ///
  /// A character can begin in one part and end in the next.
  public var stringValue: String? {
    let isDeclared = parts.contains { $0.symbolDescriptor?.extendedChannelInterpretation != nil }
    if !isDeclared, let text = String(validating: bytes, as: UTF8.self) { return text }
    return parts.reduce(Optional("")) { text, part in text.flatMap { text in part.stringValue.map { text + $0 } } }
  }

  /// Returns the complete messages among some codes, in the order of their first parts.
  ///
  /// Parts belong together if they have the same symbology, identifier and number of parts. A part without the
  /// number of parts joins the message with its identifier if another part contains the number. Of repeated parts,
  /// the first is used.
  public static func complete(among codes: [MachineReadableCodeObject]) -> [StructuredMessage] {
    let parts = codes.compactMap { code in code.symbolDescriptor?.structuredAppend.map { (code: code, place: $0) } }
    var order: [Key] = []
    var messages: [Key: [Int: MachineReadableCodeObject]] = [:]
    for (code, place) in parts {
      let others = parts.filter { $0.code.type == code.type && $0.place.identifier == place.identifier }
      let totals = Set(others.compactMap { $0.place.total })
      guard let total = place.total ?? (totals.count == 1 ? totals.first : nil), place.index < total
      else { continue }
      let key = Key(type: code.type, identifier: place.identifier, total: total)
      if messages[key] == nil { order.append(key) }
      if messages[key]?[place.index] == nil { messages[key, default: [:]][place.index] = code }
    }
    return order.compactMap { key in
      let parts = messages[key] ?? [:]
      return parts.count == key.total
        ? StructuredMessage(parts: parts.sorted { $0.key < $1.key }.map(\.value)) : nil
    }
  }

  /// The properties shared by all parts of a message.
  private struct Key: Hashable {
    var type: MetadataObjectType
    var identifier: String?
    var total: Int
  }
}

/// The position of one symbol in a message that is spread over several.
public struct StructuredAppend: Sendable, Hashable {
  /// The number of this part, from 0; below ``total``.
  public let index: Int

  /// The number of parts, at most 16 for QR; nil if the symbol does not contain it, as with some Macro PDF417.
  public let total: Int?

  /// The identifier shared by all parts of a message; nil if the symbol has none.
  ///
  /// QR has a byte, written in decimal digits. Macro PDF417 has the codewords of its file identifier, three digits
  /// each (ISO/IEC 15438, H.3). Aztec has letters.
  public let identifier: String?

  /// The byte shared by all parts of a QR message; nil if the identifier is not a byte.
  public var parity: UInt8? { identifier.flatMap { UInt8($0) } }

  /// Makes a position in a message.
  ///
  /// - Returns: nil if `index` is below 0 or not below `total`.
  public init?(index: Int, total: Int?, identifier: String? = nil) {
    guard index >= 0, total.map({ index < $0 }) ?? true else { return nil }
    self.index = index
    self.total = total
    self.identifier = identifier
  }

  /// Makes a position in a message whose parts share a byte.
  ///
  /// - Returns: nil if `index` is below 0 or not below `total`.
  public init?(index: Int, total: Int?, parity: UInt8?) {
    self.init(index: index, total: total, identifier: parity.map { String($0) })
  }
}
