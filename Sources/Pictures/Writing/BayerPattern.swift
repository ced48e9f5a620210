public import OpenCaptureMediaSamples

/// How a sensor's values lie that sees one colour at each pixel: in blocks of two by two, each row after the other.
public struct BayerPattern: Sendable, Hashable {
  /// A colour that a pixel sees.
  public enum Color: UInt8, Sendable, Hashable {
    /// Red.
    case red
    /// Green.
    case green
    /// Blue.
    case blue
  }

  /// The colours of a block: upper left, upper right, lower left, lower right.
  public let colors: [Color]
  /// How many bits of each value say something; values of more than 8 lie in 16, the lower byte first.
  public let bitCount: Int

  /// How many bytes a value has.
  var byteCount: Int { bitCount > 8 ? 2 : 1 }

  private init(_ colors: [Color], _ bitCount: Int) { (self.colors, self.bitCount) = (colors, bitCount) }

  /// The pattern that a driver calls so; nil for others.
  public init?(_ code: FourCharCode) {
    guard let known = Self.table.first(where: { $0.codes.contains(code) }),
      let index = known.codes.firstIndex(of: code)
    else { return nil }
    self.init(known.colors, Self.bitCounts[index])
  }

  /// The pattern of frames that are described so; nil where they have none.
  public init?(_ description: FormatDescription) { self.init(description.mediaSubType) }

  /// The bits of the codes in each row of the table.
  private static let bitCounts = [8, 10, 12, 16]

  /// V4L2's codes (`V4L2_PIX_FMT_SBGGR8` and its like).
  private static let table: [(colors: [Color], codes: [FourCharCode])] = [
    ([.blue, .green, .green, .red], ["BA81", "BG10", "BG12", "BYR2"]),
    ([.green, .blue, .red, .green], ["GBRG", "GB10", "GB12", "GB16"]),
    ([.green, .red, .blue, .green], ["GRBG", "BA10", "BA12", "GR16"]),
    ([.red, .green, .green, .blue], ["RGGB", "RG10", "RG12", "RG16"]),
  ]

  /// All codes that are known.
  public static let codes = table.flatMap(\.codes)
}
