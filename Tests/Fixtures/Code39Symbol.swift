public import OpenCaptureMediaSamples

/// The bars of a Code 39 (ISO/IEC 16388), with wide elements three times as wide as narrow ones.
public struct Code39Symbol: Sendable {
  private let modules: [Bool]

  private static let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%*")
  /// The wide elements among the nine bars and spaces of each character; the highest bit is the first element.
  private static let patterns: [UInt16] = [
    0x034, 0x121, 0x061, 0x160, 0x031, 0x130, 0x070, 0x025, 0x124, 0x064, 0x109, 0x049, 0x148, 0x019, 0x118, 0x058,
    0x00d, 0x10c, 0x04c, 0x01c, 0x103, 0x043, 0x142, 0x013, 0x112, 0x052, 0x007, 0x106, 0x046, 0x016, 0x181, 0x0c1,
    0x1c0, 0x091, 0x190, 0x0d0, 0x085, 0x184, 0x0c4, 0x0a8, 0x0a2, 0x08a, 0x02a, 0x094,
  ]

  /// Makes a code; nil if the symbology lacks a character.
  public init?(_ text: String) {
    var modules: [Bool] = []
    for character in "*" + text + "*" {
      guard let index = Self.characters.firstIndex(of: character) else { return nil }
      for element in 0..<9 {
        let isWide = Self.patterns[index] >> (8 - UInt16(element)) & 1 == 1
        modules += Array(repeating: element % 2 == 0, count: isWide ? 3 : 1)
      }
      modules.append(false)
    }
    self.modules = modules.dropLast()
  }

  /// Draws the code as a grey picture, with a quiet zone of twelve modules.
  public func picture(pixelsPerModule scale: Int, height: Int = 80) throws -> PixelBuffer {
    try Bars(modules).picture(pixelsPerModule: scale, height: height, quiet: 12)
  }
}
