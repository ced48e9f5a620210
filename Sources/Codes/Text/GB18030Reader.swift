/// How usual characters of GB18030 are: the rows of GB2312 inside GBK inside GB18030.
enum GB18030Reader {
  static func piece(at bytes: ArraySlice<UInt8>) -> LegacyEncoding.Piece? {
    let unit = Array(bytes.prefix(4))
    guard unit.count >= 2, (0x81...0xfe).contains(unit[0]) else { return nil }
    if (0x30...0x39).contains(unit[1]) {
      guard unit.count == 4, (0x81...0xfe).contains(unit[2]), (0x30...0x39).contains(unit[3]) else { return nil }
      return LegacyEncoding.Piece(length: 4, weight: 0.2)
    }
    guard (0x40...0x7e).contains(unit[1]) || (0x80...0xfe).contains(unit[1]) else { return nil }
    return LegacyEncoding.Piece(length: 2, weight: unit[1] < 0xa1 ? 0.15 : weight(ofRow: unit[0]))
  }

  private static func weight(ofRow first: UInt8) -> Double {
    switch first {
    case 0xa1, 0xa3: 0.8  // punctuation, full-width letters
    case 0xa2, 0xa4...0xa9: 0.3  // kana, Greek, Cyrillic, boxes
    case 0xb0...0xd7: 0.95  // hanzi of the first level
    case 0xd8...0xf7: 0.4  // of the second
    default: 0.15
    }
  }
}
