/// Where the loudspeakers of a sound's channels stand: a bit a position (`AudioChannelBitmap`).
///
/// The bits are those of WAVE files, Core Audio and FFmpeg; channels come in the order of their bits, from the lowest.
public struct AudioChannelLayout: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt64

  /// Makes the layout with these bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// At the front, to the left.
  public static let frontLeft = Self(rawValue: 1 << 0)
  /// At the front, to the right.
  public static let frontRight = Self(rawValue: 1 << 1)
  /// At the front, in the middle; the one channel of mono.
  public static let frontCenter = Self(rawValue: 1 << 2)
  /// For low frequencies alone, wherever it stands.
  public static let lowFrequency = Self(rawValue: 1 << 3)
  /// Behind, to the left.
  public static let backLeft = Self(rawValue: 1 << 4)
  /// Behind, to the right.
  public static let backRight = Self(rawValue: 1 << 5)
  /// At the front, between the middle and the left.
  public static let frontLeftOfCenter = Self(rawValue: 1 << 6)
  /// At the front, between the middle and the right.
  public static let frontRightOfCenter = Self(rawValue: 1 << 7)
  /// Behind, in the middle.
  public static let backCenter = Self(rawValue: 1 << 8)
  /// At the left side.
  public static let sideLeft = Self(rawValue: 1 << 9)
  /// At the right side.
  public static let sideRight = Self(rawValue: 1 << 10)
  /// Above.
  public static let topCenter = Self(rawValue: 1 << 11)
  /// Above the front, to the left.
  public static let topFrontLeft = Self(rawValue: 1 << 12)
  /// Above the front, in the middle.
  public static let topFrontCenter = Self(rawValue: 1 << 13)
  /// Above the front, to the right.
  public static let topFrontRight = Self(rawValue: 1 << 14)
  /// Above and behind, to the left.
  public static let topBackLeft = Self(rawValue: 1 << 15)
  /// Above and behind, in the middle.
  public static let topBackCenter = Self(rawValue: 1 << 16)
  /// Above and behind, to the right.
  public static let topBackRight = Self(rawValue: 1 << 17)

  /// One channel.
  public static let mono: Self = [.frontCenter]
  /// Left and right.
  public static let stereo: Self = [.frontLeft, .frontRight]
  /// Left and right, at the front and behind.
  public static let quad: Self = [.frontLeft, .frontRight, .backLeft, .backRight]
  /// Left, right, middle, low frequencies, and left and right behind; FFmpeg's `5.1`, which it has for the sides too.
  public static let surround5Point1: Self = [.stereo, .frontCenter, .lowFrequency, .backLeft, .backRight]
  /// The channels of ``surround5Point1``, and one at each side.
  public static let surround7Point1: Self = [.surround5Point1, .sideLeft, .sideRight]

  /// How many channels there are.
  public var channelCount: Int { rawValue.nonzeroBitCount }

  /// Which channel the one at a position is, from 0; nil where none is there, or several positions are asked for.
  public func channel(at position: Self) -> Int? {
    guard position.channelCount == 1, contains(position) else { return nil }
    return (rawValue & (position.rawValue - 1)).nonzeroBitCount
  }
}

extension AudioChannelLayout: CustomStringConvertible {
  /// FFmpeg's name, such as `stereo` or `5.1`; else its names of the positions, such as `FL+FR+LFE`.
  public var description: String {
    if let name = Self.names.first(where: { $0.layout == self })?.name { return name }
    let bits = (0..<UInt64.bitWidth).filter { rawValue & 1 << $0 != 0 }
    return bits.map { Self.positions.indices.contains($0) ? Self.positions[$0] : "\($0)" }.joined(separator: "+")
  }

  private static let names: [(layout: Self, name: String)] = [
    (.mono, "mono"), (.stereo, "stereo"), (.quad, "quad"), (.surround5Point1, "5.1"), (.surround7Point1, "7.1"),
  ]

  /// By bit.
  private static let positions = [
    "FL", "FR", "FC", "LFE", "BL", "BR", "FLC", "FRC", "BC", "SL", "SR", "TC", "TFL", "TFC", "TFR", "TBL", "TBC",
    "TBR",
  ]
}
