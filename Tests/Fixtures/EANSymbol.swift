public import OpenCaptureMediaSamples

/// The bars of an EAN-13 or EAN-8 code (GS1 General Specifications, 5.2.1).
public struct EANSymbol: Sendable {
  private let modules: [Bool]
  /// The check digit.
  public let check: Int

  /// The number of modules.
  public var width: Int { modules.count }

  private static let odd: [UInt8] = [
    0b0001101, 0b0011001, 0b0010011, 0b0111101, 0b0100011, 0b0110001, 0b0101111, 0b0111011, 0b0110111, 0b0001011,
  ]
  /// The left digits in set B, by the first digit; the highest bit is the first of them.
  private static let parity: [UInt8] = [
    0, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
  ]

  /// Makes an EAN-13 code of twelve digits or an EAN-8 code of seven; the check digit is added.
  public init?(_ digits: String) {
    let values = digits.compactMap(\.wholeNumberValue)
    guard [7, 12].contains(values.count) else { return nil }
    // The last digit has the weight 3, and the weights alternate.
    let sum = values.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 1) }
    check = (10 - sum % 10) % 10
    let isLong = values.count == 12
    let right = values[(isLong ? 7 : 4)...] + [check]
    let left = values[isLong ? 1...6 : 0...3].enumerated().flatMap { index, digit in
      let isEven = isLong && Self.parity[values[0]] >> (5 - UInt8(index)) & 1 == 1
      return isEven ? Self.bits(Self.odd[digit]).map { !$0 }.reversed() : Self.bits(Self.odd[digit])
    }
    let guardBars = [true, false, true]
    modules =
      guardBars + left + [false, true, false, true, false]
      + right.flatMap { Self.bits(Self.odd[$0]).map { !$0 } } + guardBars
  }

  private static func bits(_ pattern: UInt8) -> [Bool] { (0..<7).map { pattern >> (6 - $0) & 1 == 1 } }

  /// Returns whether a module is dark; modules outside the code are light.
  public func isDark(column: Int) -> Bool { modules.indices.contains(column) && modules[column] }

  /// Draws the code as a grey picture, with a quiet zone of eleven modules.
  public func picture(pixelsPerModule scale: Int, height: Int = 80) throws -> PixelBuffer {
    try Bars(modules).picture(pixelsPerModule: scale, height: height, quiet: 11)
  }
}
