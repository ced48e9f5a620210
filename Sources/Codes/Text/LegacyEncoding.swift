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

  /// The reading whose characters are the most usual ones; nil where none is plausible, as with control characters
  /// that no text has.
  static func mostPlausibleText(of bytes: [UInt8]) -> String? {
    guard !bytes.contains(where: isUnusualControl) else { return nil }
    var best: (plausibility: Double, encoding: Self)?
    for encoding in allCases {
      let plausibility = encoding.plausibility(of: bytes)
      if plausibility > best?.plausibility ?? leastPlausibility { best = (plausibility, encoding) }
    }
    return best.flatMap { TextConverter.convert(bytes, from: $0.encoding.rawValue) }
  }

  /// Usual are white space, escape, and the separators of GS1 and of ISO 15434 messages (EOT, FS, GS, RS, US).
  private static func isUnusualControl(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09...0x0d, 0x04, 0x1b...0x1f: false
    default: byte < 0x20 || byte == 0x7f
    }
  }

  /// How usual the characters beyond ASCII are that `bytes` hold in this encoding: their mean weight, 0 to 1; 0
  /// where the bytes are not valid in it.
  ///
  /// The weights are an order, not a measurement: characters of everyday text (kana, first-level kanji and hanzi,
  /// accented letters among plain ones) near 1, characters that exist but are rare (second levels, bare half-width
  /// katakana) in the middle, what mostly arises from reading another encoding's bytes near 0.
  func plausibility(of bytes: [UInt8]) -> Double {
    var (sum, count) = (0.0, 0)
    var rest = bytes[...]
    while let first = rest.first {
      guard first >= 0x80 else {
        rest.removeFirst()
        continue
      }
      guard let piece = piece(at: rest) else { return 0 }
      sum += piece.weight * Double(piece.characters)
      count += piece.characters
      rest.removeFirst(piece.length)
    }
    return count == 0 ? 0 : sum / Double(count)
  }

  /// Some characters at the beginning of what is left to read.
  struct Piece {
    /// In bytes.
    var length: Int
    var characters = 1
    var weight: Double
  }

  /// What `bytes`, the first of which is not ASCII, begin with; nil where that is not valid.
  private func piece(at bytes: ArraySlice<UInt8>) -> Piece? {
    switch self {
    case .shiftJIS: ShiftJISReader.piece(at: bytes)
    case .gb18030: GB18030Reader.piece(at: bytes)
    case .latin1: Latin1Reader.piece(at: bytes)
    }
  }
}
