/// A message that is spread over several codes, put together again.
public struct StructuredMessage: Sendable, Hashable {
  /// The codes that it is made of, in its order.
  public let parts: [MachineReadableCodeObject]

  /// The payload: those of the parts, one after another.
  public var bytes: [UInt8] { parts.flatMap(\.bytes) }

  /// The text; nil where one of the parts is none, and they are no UTF-8 together.
  ///
  /// A character can begin in one part and end in the next.
  public var stringValue: String? {
    let isDeclared = parts.contains { $0.descriptor?.extendedChannelInterpretation != nil }
    if !isDeclared, let text = String(validating: bytes, as: UTF8.self) { return text }
    return parts.reduce(Optional("")) { text, part in text.flatMap { text in part.stringValue.map { text + $0 } } }
  }

  /// The messages among some codes of which every part is there.
  ///
  /// Parts belong together where they are of one symbology, tell the same number of parts, and share their parity. Of a
  /// part that is there several times the first is taken. Messages come in the order of their first parts.
  public static func complete(among codes: [MachineReadableCodeObject]) -> [StructuredMessage] {
    struct Key: Hashable {
      var type: MetadataObjectType
      var total: Int
      var parity: UInt8?
    }
    var order: [Key] = []
    var messages: [Key: [Int: MachineReadableCodeObject]] = [:]
    for code in codes {
      guard let place = code.descriptor?.structuredAppend else { continue }
      let key = Key(type: code.type, total: place.total, parity: place.parity)
      if messages[key] == nil { order.append(key) }
      if messages[key]?[place.index] == nil { messages[key, default: [:]][place.index] = code }
    }
    return order.compactMap { key in
      let parts = messages[key] ?? [:]
      return parts.count == key.total
        ? StructuredMessage(parts: parts.sorted { $0.key < $1.key }.map(\.value)) : nil
    }
  }
}
