/// A fact about a picture that EXIF has a number for (CIPA DC-008, 4.6).
///
/// Those that are known here have names; others are made of their place and number:
///
///     metadata.tags[.artist] = .text("Ada")
///     metadata.tags[PictureTag(.exif, 0xa406)] = .short(1)
public struct PictureTag: Sendable, Hashable {
  /// A list of facts in EXIF data.
  public enum Directory: Sendable, Hashable, CaseIterable {
    /// About the file: TIFF's own, IFD0.
    case main
    /// About the exposure.
    case exif
    /// About the place.
    case gps
  }

  /// The list that the fact stands in.
  public let directory: Directory
  /// Its number there.
  public let number: UInt16

  /// Names a fact.
  public init(_ directory: Directory, _ number: UInt16) { (self.directory, self.number) = (directory, number) }
}

extension PictureTag {
  /// What a fact says.
  public enum Value: Sendable, Hashable {
    /// Text; at most 2000 bytes of it are written.
    case text(String)
    /// Numbers of 8 bits.
    case bytes([UInt8])
    /// Bytes whose meaning the fact knows.
    case undefined([UInt8])
    /// A number of 32 bits.
    case long(UInt32)
    /// Fractions.
    case rationals([Fraction])
    /// Numbers of 16 bits.
    case shorts([UInt16])
    /// Numerators of fractions that may be negative, and their denominator.
    case signedRationals([Int32], over: Int32)

    /// A fraction.
    public struct Fraction: Sendable, Hashable {
      /// What is divided.
      public let numerator: UInt32
      /// By what.
      public let denominator: UInt32

      /// Makes a fraction.
      public init(_ numerator: UInt32, _ denominator: UInt32 = 1) {
        (self.numerator, self.denominator) = (numerator, denominator)
      }

      /// Makes the fraction of a denominator that is nearest to a number; 0 for what is none, or negative.
      public init(_ number: Double, over denominator: UInt32) {
        let scaled = (number * Double(denominator)).rounded()
        let bound = Double(UInt32.max)
        self.init(scaled >= 0 ? UInt32(min(scaled, bound)) : 0, denominator)
      }
    }

    /// One fraction.
    public static func rational(_ numerator: UInt32, _ denominator: UInt32) -> Value {
      .rationals([Fraction(numerator, denominator)])
    }

    /// A number of 16 bits.
    public static func short(_ number: UInt16) -> Value { .shorts([number]) }

    /// A fraction that may be negative.
    public static func signedRational(_ numerator: Int32, _ denominator: Int32) -> Value {
      .signedRationals([numerator], over: denominator)
    }

    /// A comment, in ASCII where that will do, else in UTF-16.
    public static func comment(_ text: String) -> Value {
      let ascii = text.utf8.prefix(2000)
      guard ascii.contains(where: { $0 > 0x7f }) else { return .undefined(Array("ASCII\0\0\0".utf8) + ascii) }
      return .undefined(
        Array("UNICODE\0".utf8)
          + text.utf16.prefix(1000).flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] })
    }
  }
}

extension PictureTag {
  /// What is seen, as text.
  public static let imageDescription = PictureTag(.main, 0x010e)
  /// Who made the camera, as text.
  public static let make = PictureTag(.main, 0x010f)
  /// The camera's model, as text.
  public static let model = PictureTag(.main, 0x0110)
  /// Who took the picture, as text.
  public static let artist = PictureTag(.main, 0x013b)
  /// Who has the rights, as text.
  public static let copyright = PictureTag(.main, 0x8298)
  /// How long the exposure lasted, a fraction of seconds.
  public static let exposureTime = PictureTag(.exif, 0x829a)
  /// The aperture, a fraction.
  public static let fNumber = PictureTag(.exif, 0x829d)
  /// The sensitivity as ISO 12232 has it, 16 bits.
  public static let isoSpeed = PictureTag(.exif, 0x8827)
  /// By how much automatic exposure was to be brighter, a signed fraction of EV.
  public static let exposureBias = PictureTag(.exif, 0x9204)
  /// Whether a lamp was lit, in bit 0.
  public static let flash = PictureTag(.exif, 0x9209)
  /// The focal length, a fraction of millimetres.
  public static let focalLength = PictureTag(.exif, 0x920a)
  /// What somebody has to say of it; see ``Value/comment(_:)``.
  public static let userComment = PictureTag(.exif, 0x9286)
  /// Whether exposure was set by the camera, 0, by hand, 1, or as one of a bracket, 2.
  public static let exposureMode = PictureTag(.exif, 0xa402)
  /// Whether white balance was set by the camera, 0, or by hand, 1.
  public static let whiteBalance = PictureTag(.exif, 0xa403)
}
