import OpenCaptureMediaSamples

/// A writing system of code texts that labels need a font for.
package enum LabelScript: Sendable, CaseIterable {
  case latin, greekAndCyrillic, arabicAndHebrew, chineseJapaneseAndKorean, symbols

  /// The name for users.
  package var name: String {
    switch self {
    case .latin: "Latin letters and digits"
    case .greekAndCyrillic: "Greek and Cyrillic"
    case .arabicAndHebrew: "Arabic and Hebrew"
    case .chineseJapaneseAndKorean: "Chinese, Japanese and Korean"
    case .symbols: "symbols and emoji"
    }
  }

  /// The Debian package with a font for the script.
  package var fontPackage: String {
    switch self {
    case .latin, .greekAndCyrillic, .arabicAndHebrew: "fonts-dejavu-core"
    case .chineseJapaneseAndKorean: "fonts-noto-cjk"
    case .symbols: "fonts-noto-color-emoji"
    }
  }

  /// Sample characters of the script.
  private var sample: String {
    switch self {
    case .latin: "Az09éß"
    case .greekAndCyrillic: "αωЖя"
    case .arabicAndHebrew: "عربשלום"
    case .chineseJapaneseAndKorean: "漢字かなカナ한글"
    case .symbols: "→✓😀"
    }
  }

  /// Returns the scripts without an installed font.
  ///
  /// - Throws: ``OverlayError`` when Cairo or Pango is missing, `MediaError` when out of memory.
  package static func missing() throws -> [Self] {
    var picture = try PixelBuffer(format: .bgra, width: 1, height: 1)
    var missing: [Self] = []
    try Canvas.draw(on: &picture) { canvas in
      missing = allCases.filter { script in
        var isKnown = false
        canvas.withLabel(script.sample, fontSize: 16, width: 1e4) { isKnown = canvas.unknownCount(of: $0) == 0 }
        return !isKnown
      }
    }
    return missing
  }
}
