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

  /// The complete messages among some codes, in the order of their first parts.
  ///
  /// Parts belong together if they have the same symbology, identifier and number of parts. A part that does not say the
  /// number belongs to the message of its identifier of which another part says it. If a part occurs several times, the
  /// first is taken.
  public static func complete(among codes: [MachineReadableCodeObject]) -> [StructuredMessage] {
    let parts = codes.compactMap { code in
      code.descriptor?.structuredAppend.map { Part(code: code, place: $0) }
    }
    var order: [Key] = []
    var messages: [Key: [Int: MachineReadableCodeObject]] = [:]
    for part in parts {
      let totals = Set(parts.filter { $0.group == part.group }.compactMap(\.place.total))
      guard let total = part.place.total ?? (totals.count == 1 ? totals.first : nil), part.place.index < total
      else { continue }
      let key = Key(group: part.group, total: total)
      if messages[key] == nil { order.append(key) }
      if messages[key]?[part.place.index] == nil { messages[key, default: [:]][part.place.index] = part.code }
    }
    return order.compactMap { key in
      let parts = messages[key] ?? [:]
      return parts.count == key.total
        ? StructuredMessage(parts: parts.sorted { $0.key < $1.key }.map(\.value)) : nil
    }
  }

  private struct Part {
    var code: MachineReadableCodeObject
    var place: StructuredAppend
    var group: Group { Group(type: code.type, identifier: place.identifier) }
  }

  /// The property that parts of one message share.
  private struct Group: Hashable {
    var type: MetadataObjectType
    var identifier: String?
  }

  private struct Key: Hashable {
    var group: Group
    var total: Int
  }
}
