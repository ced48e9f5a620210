/// The loudspeaker positions of a sound's channels, one bit per position (`AudioChannelBitmap`).
///
/// The bits are those of WAVE files, Core Audio and FFmpeg. Channels are in the order of their bits, starting with
/// the lowest.
public struct AudioChannelLayout: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt64

  /// Makes the layout with these bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Front left.
  public static let frontLeft = Self(rawValue: 1 << 0)
  /// Front right.
  public static let frontRight = Self(rawValue: 1 << 1)
  /// Front center; the channel of mono sound.
  public static let frontCenter = Self(rawValue: 1 << 2)
  /// Low frequencies, at any position.
  public static let lowFrequency = Self(rawValue: 1 << 3)
  /// Back left.
  public static let backLeft = Self(rawValue: 1 << 4)
  /// Back right.
  public static let backRight = Self(rawValue: 1 << 5)
  /// Front, between left and center.
  public static let frontLeftOfCenter = Self(rawValue: 1 << 6)
  /// Front, between center and right.
  public static let frontRightOfCenter = Self(rawValue: 1 << 7)
  /// Back center.
  public static let backCenter = Self(rawValue: 1 << 8)
  /// Left side.
  public static let sideLeft = Self(rawValue: 1 << 9)
  /// Right side.
  public static let sideRight = Self(rawValue: 1 << 10)
  /// Above the listener.
  public static let topCenter = Self(rawValue: 1 << 11)
  /// Above the front left.
  public static let topFrontLeft = Self(rawValue: 1 << 12)
  /// Above the front center.
  public static let topFrontCenter = Self(rawValue: 1 << 13)
  /// Above the front right.
  public static let topFrontRight = Self(rawValue: 1 << 14)
  /// Above the back left.
  public static let topBackLeft = Self(rawValue: 1 << 15)
  /// Above the back center.
  public static let topBackCenter = Self(rawValue: 1 << 16)
  /// Above the back right.
  public static let topBackRight = Self(rawValue: 1 << 17)

  /// One channel.
  public static let mono: Self = [.frontCenter]
  /// Front left and front right.
  public static let stereo: Self = [.frontLeft, .frontRight]
  /// Front left, front right, back left and back right.
  public static let quad: Self = [.frontLeft, .frontRight, .backLeft, .backRight]
  /// Stereo, center, low frequencies, back left and back right; called `5.1` by FFmpeg, as is the layout with sides.
  public static let surround5Point1: Self = [.stereo, .frontCenter, .lowFrequency, .backLeft, .backRight]
  /// The channels of ``surround5Point1`` and one at each side.
  public static let surround7Point1: Self = [.surround5Point1, .sideLeft, .sideRight]

  /// The number of channels.
  public var channelCount: Int { rawValue.nonzeroBitCount }

  /// Returns the index of the channel at a position; nil if there is none or `position` is not a single one.
  public func channel(at position: Self) -> Int? {
    guard position.channelCount == 1, contains(position) else { return nil }
    return (rawValue & (position.rawValue - 1)).nonzeroBitCount
  }
}

extension AudioChannelLayout: CustomStringConvertible {
  /// FFmpeg's name, such as `stereo` or `5.1`, or FFmpeg's names of the positions, such as `FL+FR+LFE`.
  public var description: String {
    if let name = Self.names.first(where: { $0.layout == self })?.name { return name }
    let bits = (0..<UInt64.bitWidth).filter { rawValue & 1 << $0 != 0 }
    return bits.map { Self.positions.indices.contains($0) ? Self.positions[$0] : "\($0)" }.joined(separator: "+")
  }

  private static let names: [(layout: Self, name: String)] = [
    (.mono, "mono"), (.stereo, "stereo"), (.quad, "quad"), (.surround5Point1, "5.1"), (.surround7Point1, "7.1"),
  ]

  /// The names of the positions by bit.
  private static let positions = [
    "FL", "FR", "FC", "LFE", "BL", "BR", "FLC", "FRC", "BC", "SL", "SR", "TC", "TFL", "TFC", "TFR", "TBL", "TBC",
    "TBR",
  ]
}
