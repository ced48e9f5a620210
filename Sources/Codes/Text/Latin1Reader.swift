/// How usual characters of Windows-1252 are: accented letters stand among plain ones, alone or in twos.
enum Latin1Reader {
  static func piece(at bytes: ArraySlice<UInt8>) -> LegacyEncoding.Piece? {
    let run = bytes.prefix { $0 >= 0x80 }
    guard run.allSatisfy({ ![0x81, 0x8d, 0x8f, 0x90, 0x9d].contains($0) }) else { return nil }
    let letters = run.count { $0 >= 0xc0 && $0 != 0xd7 && $0 != 0xf7 }
    let (letter, sign) =
      switch run.count {
      case 1: (0.9, 0.6)
      case 2: (0.5, 0.3)
      default: (0.1, 0.1)
      }
    let sum = letter * Double(letters) + sign * Double(run.count - letters)
    return LegacyEncoding.Piece(length: run.count, characters: run.count, weight: sum / Double(run.count))
  }
}
