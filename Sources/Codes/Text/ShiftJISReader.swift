/// How usual characters of Shift-JIS are: JIS X 0201 as single bytes, JIS X 0208 in pairs.
enum ShiftJISReader {
  static func piece(at bytes: ArraySlice<UInt8>) -> LegacyEncoding.Piece? {
    guard let first = bytes.first else { return nil }
    if halfWidth.contains(first) { return halfWidthRun(at: bytes) }
    guard let second = bytes.dropFirst().first, (0x40...0x7e).contains(second) || (0x80...0xfc).contains(second)
    else { return nil }
    return weight(ofRow: first).map { LegacyEncoding.Piece(length: 2, weight: $0) }
  }

  private static func weight(ofRow first: UInt8) -> Double? {
    switch first {
    case 0x81: 0.8  // punctuation
    case 0x82, 0x83: 1  // kana, and full-width letters
    case 0x84, 0x87: 0.3  // Greek and Cyrillic, circled numbers
    case 0x88...0x97: 0.95  // kanji of the first level
    case 0x98...0x9f, 0xe0...0xea: 0.4  // of the second
    case 0xed, 0xee, 0xfa...0xfc: 0.1  // Microsoft's extensions
    case 0xf0...0xf9: 0  // private use
    default: nil
    }
  }

  private static let halfWidth: ClosedRange<UInt8> = 0xa1...0xdf

  /// Half-width katakana come in words, and their voicing marks stand behind those syllables that can be voiced.
  ///
  /// Bytes of this range are hanzi of GB2312, two by two, just as well: marks in the right places tell them apart.
  private static func halfWidthRun(at bytes: ArraySlice<UInt8>) -> LegacyEncoding.Piece {
    let run = bytes.prefix { halfWidth.contains($0) }
    let marks = run.indices.filter { run[$0] >= 0xde }
    let arePlacedRight = marks.allSatisfy { $0 > run.startIndex && canBeVoiced(run[$0 - 1], by: run[$0]) }
    let weight = run.count == 1 || !arePlacedRight ? 0.05 : marks.isEmpty ? 0.35 : 0.98
    return LegacyEncoding.Piece(length: run.count, characters: run.count, weight: weight)
  }

  private static func canBeVoiced(_ syllable: UInt8, by mark: UInt8) -> Bool {
    let isHaToHo = (0xca...0xce).contains(syllable)
    return mark == 0xdf ? isHaToHo : isHaToHo || syllable == 0xb3 || (0xb6...0xc4).contains(syllable)
  }
}
