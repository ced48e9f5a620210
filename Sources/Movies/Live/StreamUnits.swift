/// What the beginning of a picture in a ``StreamCodec`` says of it.
struct StreamUnits {
  /// Whether there is a picture at all.
  private(set) var hasPicture = false
  /// Whether it builds on none before.
  private(set) var isKey = false
  /// What a decoder must know first, each with a start code; empty where that isn't said here.
  private(set) var parameters: [UInt8] = []

  private static let startCode: [UInt8] = [0, 0, 0, 1]

  /// Looks at the units up to the first that is part of a picture, before which all the others are.
  init(_ bytes: UnsafeRawBufferPointer, _ codec: StreamCodec) {
    var unit = Self.unit(in: bytes, from: 0)
    while let start = unit, start < bytes.count {
      let kind = codec.unit(bytes[start])
      (hasPicture, isKey) = (kind == .key || kind == .picture, kind == .key)
      guard !hasPicture else { return }
      unit = Self.unit(in: bytes, from: start)
      if kind == .parameters { append(bytes[start..<(unit.map { $0 - 3 } ?? bytes.count)]) }
    }
  }

  /// The units of a picture end in a bit that is set: zeros behind it belong to the next start code.
  private mutating func append(_ unit: Slice<UnsafeRawBufferPointer>) {
    let byteCount = unit.lastIndex { $0 != 0 }.map { $0 - unit.startIndex + 1 } ?? 0
    parameters += Self.startCode + unit.prefix(byteCount)
  }

  /// Where the next unit begins, behind its start code.
  private static func unit(in bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
    var index = index
    while index + 2 < bytes.count {
      if bytes[index + 2] > 1 {
        index += 3
      } else if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
        return index + 3
      } else {
        index += 1
      }
    }
    return nil
  }
}
