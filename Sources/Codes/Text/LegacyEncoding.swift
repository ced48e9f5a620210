/// The encodings before Unicode that codes are found in.
enum LegacyEncoding: String, CaseIterable {
  /// Shift-JIS with Microsoft's extensions: Japanese codes, and QR's kanji mode.
  case shiftJIS = "CP932"
  /// GB18030, which holds GB2312 and GBK: Chinese codes.
  case gb18030 = "GB18030"
  /// Windows-1252, which holds Latin-1: codes from western Europe.
  case latin1 = "WINDOWS-1252"

  /// Below this, a reading is noise.
  private static let leastPlausibility = 0.2

  /// The reading whose characters are the most usual ones; nil where none is plausible.
  static func mostPlausibleText(of bytes: [UInt8]) -> String? {
    var best: (plausibility: Double, encoding: Self)?
    for encoding in allCases {
      let plausibility = encoding.plausibility(of: bytes)
      if plausibility > best?.plausibility ?? leastPlausibility { best = (plausibility, encoding) }
    }
    return best.flatMap { TextConverter.convert(bytes, from: $0.encoding.rawValue) }
  }

  /// How usual the characters beyond ASCII are that `bytes` hold in this encoding: their mean weight, 0 to 1; 0
  /// where the bytes are not valid in it.
  ///
  /// The weights are an order, not a measurement: characters of everyday text (kana, first-level kanji and hanzi,
  /// accented letters among plain ones) near 1, characters that exist but are rare (second levels, half-width
  /// katakana) in the middle, what mostly arises from reading another encoding's bytes near 0.
  func plausibility(of bytes: [UInt8]) -> Double {
    var (sum, count) = (0.0, 0)
    var index = 0
    while index < bytes.count {
      guard bytes[index] >= 0x80 else {
        index += 1
        continue
      }
      guard let character = character(in: bytes, at: index) else { return 0 }
      sum += character.weight
      count += 1
      index += character.length
    }
    return count == 0 ? 0 : sum / Double(count)
  }

  private func character(in bytes: [UInt8], at index: Int) -> (length: Int, weight: Double)? {
    let second = index + 1 < bytes.count ? bytes[index + 1] : 0
    switch self {
    case .shiftJIS: return ShiftJISWeights.character(bytes, at: index, second: second)
    case .gb18030: return GB18030Weights.character(bytes, at: index, second: second)
    case .latin1: return Latin1Weights.character(bytes, at: index)
    }
  }
}

/// JIS X 0208 in the shifted rows of Shift-JIS.
private enum ShiftJISWeights {
  static func character(_ bytes: [UInt8], at index: Int, second: UInt8) -> (length: Int, weight: Double)? {
    let first = bytes[index]
    if (0xa1...0xdf).contains(first) {
      // Half-width katakana: words of it exist, single ones between other characters are accidents.
      let hasNeighbour = (0xa1...0xdf).contains(second) || (index > 0 && (0xa1...0xdf).contains(bytes[index - 1]))
      return (1, hasNeighbour ? 0.35 : 0.05)
    }
    guard (0x40...0x7e).contains(second) || (0x80...0xfc).contains(second) else { return nil }
    return switch first {
    case 0x81: (2, 0.8)
    case 0x82, 0x83: (2, 1)
    case 0x84: (2, 0.3)
    case 0x87: (2, 0.3)
    case 0x88...0x97: (2, 0.95)
    case 0x98...0x9f, 0xe0...0xea: (2, 0.4)
    case 0xed, 0xee, 0xfa...0xfc: (2, 0.1)
    case 0xf0...0xf9: (2, 0)
    default: nil
    }
  }
}

/// The rows of GB2312 inside GBK inside GB18030.
private enum GB18030Weights {
  static func character(_ bytes: [UInt8], at index: Int, second: UInt8) -> (length: Int, weight: Double)? {
    let first = bytes[index]
    guard (0x81...0xfe).contains(first) else { return nil }
    if (0x30...0x39).contains(second) {
      guard index + 3 < bytes.count, (0x81...0xfe).contains(bytes[index + 2]),
        (0x30...0x39).contains(bytes[index + 3])
      else { return nil }
      return (4, 0.2)
    }
    guard (0x40...0x7e).contains(second) || (0x80...0xfe).contains(second) else { return nil }
    guard second >= 0xa1 else { return (2, 0.15) }
    return switch first {
    case 0xa1, 0xa3: (2, 0.8)
    case 0xa2, 0xa4...0xa9: (2, 0.3)
    case 0xb0...0xd7: (2, 0.95)
    case 0xd8...0xf7: (2, 0.4)
    default: (2, 0.15)
    }
  }
}

/// Accented letters stand among plain ones, alone or in twos.
private enum Latin1Weights {
  static func character(_ bytes: [UInt8], at index: Int) -> (length: Int, weight: Double)? {
    let byte = bytes[index]
    if [0x81, 0x8d, 0x8f, 0x90, 0x9d].contains(byte) { return nil }
    let isLetter = byte >= 0xc0 && byte != 0xd7 && byte != 0xf7
    return switch (isLetter, runLength(bytes, around: index)) {
    case (true, 1): (1, 0.9)
    case (true, 2): (1, 0.5)
    case (false, 1): (1, 0.6)
    case (false, 2): (1, 0.3)
    default: (1, 0.1)
    }
  }

  private static func runLength(_ bytes: [UInt8], around index: Int) -> Int {
    let before = bytes[..<index].reversed().prefix { $0 >= 0x80 }.count
    return before + bytes[index...].prefix { $0 >= 0x80 }.count
  }
}
