/// What kind of thing a metadata object stands for (`AVMetadataObject.ObjectType`).
///
/// The raw value is the name that the commands print and take. A detector of your own makes its own type:
/// `MetadataObjectType(rawValue: "number-plate")`.
public struct MetadataObjectType: RawRepresentable, Sendable, Hashable {
  /// The printed name.
  public let rawValue: String

  /// Makes the type of this name, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A face: a ``FaceObject``.
  public static let face = Self(rawValue: "face")

  /// QR code, versions 1 to 40.
  public static let qr = Self(rawValue: "qr")
  /// Micro QR code, versions M1 to M4, with a single finder pattern.
  public static let microQR = Self(rawValue: "microqr")
  /// Rectangular micro QR code.
  public static let rMQR = Self(rawValue: "rmqr")
  /// EAN-13, and ISBN and JAN with it; thirteen digits.
  public static let ean13 = Self(rawValue: "ean13")
  /// EAN-8; eight digits.
  public static let ean8 = Self(rawValue: "ean8")
  /// UPC-A; twelve digits.
  ///
  /// AVFoundation has no such type: there it is an EAN-13 that begins with 0.
  public static let upca = Self(rawValue: "upca")
  /// UPC-E: a UPC-A with its zeros left out.
  public static let upce = Self(rawValue: "upce")
  /// Code 39, with or without its check character; AVFoundation's `code39` and `code39Mod43`.
  public static let code39 = Self(rawValue: "code39")
  /// Code 32: Italian pharmacy codes, nine digits behind an A, whose bars are those of a Code 39 of six characters.
  ///
  /// AVFoundation has no such type: there it is a Code 39.
  public static let code32 = Self(rawValue: "code32")
  /// Code 93.
  public static let code93 = Self(rawValue: "code93")
  /// Code 128, and GS1-128 with it.
  public static let code128 = Self(rawValue: "code128")
  /// Interleaved 2 of 5, of any length; AVFoundation's `interleaved2of5` and, with fourteen digits, `itf14`.
  public static let itf = Self(rawValue: "itf")
  /// Codabar.
  public static let codabar = Self(rawValue: "codabar")
  /// GS1 DataBar, stacked or not.
  public static let gs1DataBar = Self(rawValue: "databar")
  /// GS1 DataBar Limited.
  public static let gs1DataBarLimited = Self(rawValue: "databar-limited")
  /// GS1 DataBar Expanded, stacked or not.
  public static let gs1DataBarExpanded = Self(rawValue: "databar-expanded")
  /// PDF417.
  public static let pdf417 = Self(rawValue: "pdf417")
  /// MicroPDF417.
  public static let microPDF417 = Self(rawValue: "micropdf417")
  /// Aztec code.
  public static let aztec = Self(rawValue: "aztec")
  /// Data Matrix.
  public static let dataMatrix = Self(rawValue: "datamatrix")

  /// The symbologies, in the order in which commands list them: the types of a ``MachineReadableCodeObject``.
  public static let machineReadableCodes: [Self] = [
    .qr, .microQR, .rMQR, .ean13, .ean8, .upca, .upce, .code39, .code32, .code93, .code128, .itf, .codabar,
    .gs1DataBar, .gs1DataBarLimited, .gs1DataBarExpanded, .pdf417, .microPDF417, .aztec, .dataMatrix,
  ]
}

extension MetadataObjectType: CustomStringConvertible {
  /// The printed name.
  public var description: String { rawValue }
}
