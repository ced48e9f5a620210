public import OpenCaptureMediaSamples

/// The bars of an Interleaved 2 of 5 (ISO/IEC 16390), with wide elements three times as wide as narrow ones.
public struct ITFSymbol: Sendable {
  private let modules: [Bool]

  /// The wide elements of each digit; the highest of five bits is the first element.
  private static let digits: [UInt8] = [0x06, 0x11, 0x09, 0x18, 0x05, 0x14, 0x0c, 0x03, 0x12, 0x0a]

  /// Makes a code of an even number of digits.
  ///
  /// - Parameter lineBefore: Whether a dark line, as of a frame, precedes the quiet zone.
  public init(_ text: String, lineBefore: Bool = false) {
    var modules: [Bool] = lineBefore ? [true, true] + Array(repeating: false, count: 10) : []
    modules += [true, false, true, false]
    let values = text.compactMap(\.wholeNumberValue)
    for pair in stride(from: 0, to: values.count - 1, by: 2) {
      for element in 0..<5 {
        for (offset, isDark) in [(0, true), (1, false)] {
          let isWide = Self.digits[values[pair + offset]] >> (4 - UInt8(element)) & 1 == 1
          modules += Array(repeating: isDark, count: isWide ? 3 : 1)
        }
      }
    }
    self.modules = modules + [true, true, true, false, true]
  }

  /// Draws the code as a grey picture, with a quiet zone of ten modules.
  public func picture(pixelsPerModule scale: Int, height: Int = 80) throws -> PixelBuffer {
    try Bars(modules).picture(pixelsPerModule: scale, height: height, quiet: 10)
  }
}
