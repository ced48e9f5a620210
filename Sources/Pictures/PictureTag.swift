/// An EXIF tag (CIPA DC-008, 4.6).
///
/// Common tags have names. Other tags are created from their directory and number:
///
///     metadata.tags[.artist] = .text("Ada")
///     metadata.tags[PictureTag(.exif, 0xa406)] = .short(1)
public struct PictureTag: Sendable, Hashable {
  /// A directory in EXIF data.
  public enum Directory: Sendable, Hashable, CaseIterable {
    /// Tags about the file: IFD0 of TIFF.
    case main
    /// Tags about the exposure.
    case exif
    /// Tags about the location.
    case gps
  }

  /// The directory of the tag.
  public let directory: Directory
  /// The number of the tag in its directory.
  public let number: UInt16

  /// Creates a tag.
  public init(_ directory: Directory, _ number: UInt16) {
    self.directory = directory
    self.number = number
  }
}

extension PictureTag {
  /// The value of a tag.
  public enum Value: Sendable, Hashable {
    /// Text; at most 2000 bytes of it are written.
    case text(String)
    /// Numbers of 8 bits.
    case bytes([UInt8])
    /// Bytes whose meaning depends on the tag.
    case undefined([UInt8])
    /// A number of 32 bits.
    case long(UInt32)
    /// Fractions.
    case rationals([Fraction])
    /// Numbers of 16 bits.
    case shorts([UInt16])
    /// Numerators of fractions that may be negative, and their common denominator.
    case signedRationals([Int32], over: Int32)

    /// A fraction.
    public struct Fraction: Sendable, Hashable {
      /// The numerator.
      public let numerator: UInt32
      /// The denominator.
      public let denominator: UInt32

      /// Creates a fraction.
      public init(_ numerator: UInt32, _ denominator: UInt32 = 1) {
        self.numerator = numerator
        self.denominator = denominator
      }

      /// Creates the nearest fraction with the given denominator; 0 for NaN and negative numbers.
      public init(_ number: Double, over denominator: UInt32) {
        let scaled = (number * Double(denominator)).rounded()
        let bound = Double(UInt32.max)
        self.init(scaled >= 0 ? UInt32(min(scaled, bound)) : 0, denominator)
      }
    }

    /// Creates a value of one fraction.
    public static func rational(_ numerator: UInt32, _ denominator: UInt32) -> Value {
      .rationals([Fraction(numerator, denominator)])
    }

    /// Creates a value of one 16-bit number.
    public static func short(_ number: UInt16) -> Value { .shorts([number]) }

    /// Creates a value of one fraction that may be negative.
    public static func signedRational(_ numerator: Int32, _ denominator: Int32) -> Value {
      .signedRationals([numerator], over: denominator)
    }

    /// Creates a comment, in ASCII if possible, otherwise in UTF-16.
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
  /// A description of the picture, as text.
  public static let imageDescription = PictureTag(.main, 0x010e)
  /// The manufacturer of the camera, as text.
  public static let make = PictureTag(.main, 0x010f)
  /// The camera's model, as text.
  public static let model = PictureTag(.main, 0x0110)
  /// The photographer, as text.
  public static let artist = PictureTag(.main, 0x013b)
  /// The copyright notice, as text.
  public static let copyright = PictureTag(.main, 0x8298)
  /// The exposure time, a fraction of seconds.
  public static let exposureTime = PictureTag(.exif, 0x829a)
  /// The f-number, a fraction.
  public static let fNumber = PictureTag(.exif, 0x829d)
  /// The sensitivity as defined by ISO 12232, 16 bits.
  public static let isoSpeed = PictureTag(.exif, 0x8827)
  /// The exposure compensation, a signed fraction of EV.
  public static let exposureBias = PictureTag(.exif, 0x9204)
  /// The flash, with bit 0 set if it fired.
  public static let flash = PictureTag(.exif, 0x9209)
  /// The focal length, a fraction of millimetres.
  public static let focalLength = PictureTag(.exif, 0x920a)
  /// The area of the main subject in pixels: the x and y of its center, its width and its height, 16 bits each.
  public static let subjectArea = PictureTag(.exif, 0x9214)
  /// A comment; see ``Value/comment(_:)``.
  public static let userComment = PictureTag(.exif, 0x9286)
  /// The exposure mode: 0 for automatic, 1 for manual, 2 for a bracket.
  public static let exposureMode = PictureTag(.exif, 0xa402)
  /// The white balance mode: 0 for automatic, 1 for manual.
  public static let whiteBalance = PictureTag(.exif, 0xa403)
}
