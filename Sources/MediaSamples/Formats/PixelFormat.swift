/// How uncompressed pixels lie in memory, named by a four-character code.
///
/// The codes are CoreVideo's where it has one, else V4L2's. Component orders are those in memory.
public struct PixelFormat: RawRepresentable, Sendable {
  /// The four-character code.
  public let rawValue: FourCharCode

  /// Where the table has it, so that nothing is searched on the way of a frame; nil where it isn't there.
  let index: UInt8?

  /// Names the format with this code; whether its layout is known here, ``isSupported`` says.
  public init(rawValue: FourCharCode) {
    self.rawValue = rawValue
    index = PixelFormatRow.table.firstIndex { $0.code == rawValue }.map(UInt8.init)
  }

  /// What is known about the format; nil where nothing is.
  var row: PixelFormatRow? { index.map { PixelFormatRow.table[Int($0)] } }

  /// Every format whose layout is known here.
  public static let supported = PixelFormatRow.table.map { PixelFormat(rawValue: $0.code) }

  /// Whether the layout of this format is known here.
  public var isSupported: Bool { index != nil }

  /// What the extreme values of a component stand for.
  public var colorRange: ColorRange { row?.range ?? .full }

  /// Whether the format stores luma and chroma, rather than red, green and blue or grey alone.
  public var isYCbCr: Bool { row?.components == .lumaAndChroma }
}

extension PixelFormat: Hashable {
  /// Whether the codes are equal.
  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension PixelFormat: CustomStringConvertible {
  /// The four-character code.
  public var description: String { rawValue.description }
}
