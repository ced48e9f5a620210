import OpenCaptureCodes

/// A barcode symbology.
public struct VNBarcodeSymbology: RawRepresentable, Sendable, Hashable {
  /// The name of the symbology.
  public let rawValue: String

  /// Creates the symbology with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Aztec code.
  public static let aztec = Self(rawValue: "VNBarcodeSymbologyAztec")
  /// Codabar.
  public static let codabar = Self(rawValue: "VNBarcodeSymbologyCodabar")
  /// Code 39.
  public static let code39 = Self(rawValue: "VNBarcodeSymbologyCode39")
  /// Code 39 with a check character; not distinguished from ``code39``.
  public static let code39Checksum = Self(rawValue: "VNBarcodeSymbologyCode39Checksum")
  /// Code 39 in full ASCII mode; not supported.
  public static let code39FullASCII = Self(rawValue: "VNBarcodeSymbologyCode39FullASCII")
  /// Code 39 in full ASCII mode with a check character; not supported.
  public static let code39FullASCIIChecksum = Self(rawValue: "VNBarcodeSymbologyCode39FullASCIIChecksum")
  /// Code 93.
  public static let code93 = Self(rawValue: "VNBarcodeSymbologyCode93")
  /// Code 93i; not supported.
  public static let code93i = Self(rawValue: "VNBarcodeSymbologyCode93i")
  /// Code 128.
  public static let code128 = Self(rawValue: "VNBarcodeSymbologyCode128")
  /// Data Matrix.
  public static let dataMatrix = Self(rawValue: "VNBarcodeSymbologyDataMatrix")
  /// EAN-8.
  public static let ean8 = Self(rawValue: "VNBarcodeSymbologyEAN8")
  /// EAN-13, and UPC-A with a leading 0.
  public static let ean13 = Self(rawValue: "VNBarcodeSymbologyEAN13")
  /// GS1 DataBar.
  public static let gs1DataBar = Self(rawValue: "VNBarcodeSymbologyGS1DataBar")
  /// GS1 DataBar Expanded.
  public static let gs1DataBarExpanded = Self(rawValue: "VNBarcodeSymbologyGS1DataBarExpanded")
  /// GS1 DataBar Limited.
  public static let gs1DataBarLimited = Self(rawValue: "VNBarcodeSymbologyGS1DataBarLimited")
  /// Interleaved 2 of 5.
  public static let i2of5 = Self(rawValue: "VNBarcodeSymbologyI2of5")
  /// Interleaved 2 of 5 with a check digit; not distinguished from ``i2of5``.
  public static let i2of5Checksum = Self(rawValue: "VNBarcodeSymbologyI2of5Checksum")
  /// Interleaved 2 of 5 with 14 digits.
  public static let itf14 = Self(rawValue: "VNBarcodeSymbologyITF14")
  /// MicroPDF417.
  public static let microPDF417 = Self(rawValue: "VNBarcodeSymbologyMicroPDF417")
  /// Micro QR code.
  public static let microQR = Self(rawValue: "VNBarcodeSymbologyMicroQR")
  /// MSI Plessey; not supported.
  public static let msiPlessey = Self(rawValue: "VNBarcodeSymbologyMSIPlessey")
  /// PDF417.
  public static let pdf417 = Self(rawValue: "VNBarcodeSymbologyPDF417")
  /// QR code.
  public static let qr = Self(rawValue: "VNBarcodeSymbologyQR")
  /// UPC-E.
  public static let upce = Self(rawValue: "VNBarcodeSymbologyUPCE")

  /// The OpenCapture types of the symbologies that can be read.
  private static let types: [(symbology: Self, type: MetadataObjectType)] = [
    (.aztec, .aztec), (.codabar, .codabar), (.code39, .code39), (.code93, .code93), (.code128, .code128),
    (.dataMatrix, .dataMatrix), (.ean8, .ean8), (.ean13, .ean13), (.gs1DataBar, .gs1DataBar),
    (.gs1DataBarExpanded, .gs1DataBarExpanded), (.gs1DataBarLimited, .gs1DataBarLimited), (.i2of5, .itf),
    (.itf14, .itf), (.microPDF417, .microPDF417), (.microQR, .microQR), (.pdf417, .pdf417), (.qr, .qr),
    (.upce, .upce),
  ]

  /// The OpenCapture type; nil if the symbology cannot be read.
  var type: MetadataObjectType? { Self.types.first { $0.symbology == self }?.type }

  /// Returns the symbologies whose types can be read.
  static func all(of readable: Set<MetadataObjectType>) -> [Self] {
    types.filter { readable.contains($0.type) }.map(\.symbology)
  }

  /// Creates the symbology of a decoded barcode; nil if it is not among the requested symbologies.
  init?(of code: MachineReadableCodeObject, among symbologies: [Self]) {
    // An Interleaved 2 of 5 code with 14 digits is an ITF-14.
    let hasFourteenDigits = code.type == .itf && code.bytes.count == 14
    let candidates = Self.types.filter { $0.type == code.type }.map(\.symbology)
    let preferred: [Self] = hasFourteenDigits ? [.itf14, .i2of5] : [.i2of5]
    let named = candidates.count > 1 ? preferred : candidates
    guard let symbology = named.first(where: symbologies.contains) else { return nil }
    self = symbology
  }

  // Former names, which older code and tutorials use.

  /// Aztec code.
  @available(*, deprecated, renamed: "aztec")
  public static var Aztec: Self { .aztec }
  /// Code 39.
  @available(*, deprecated, renamed: "code39")
  public static var Code39: Self { .code39 }
  /// Code 93.
  @available(*, deprecated, renamed: "code93")
  public static var Code93: Self { .code93 }
  /// Code 128.
  @available(*, deprecated, renamed: "code128")
  public static var Code128: Self { .code128 }
  /// Data Matrix.
  @available(*, deprecated, renamed: "dataMatrix")
  public static var DataMatrix: Self { .dataMatrix }
  /// EAN-8.
  @available(*, deprecated, renamed: "ean8")
  public static var EAN8: Self { .ean8 }
  /// EAN-13.
  @available(*, deprecated, renamed: "ean13")
  public static var EAN13: Self { .ean13 }
  /// Interleaved 2 of 5.
  @available(*, deprecated, renamed: "i2of5")
  public static var I2of5: Self { .i2of5 }
  /// Interleaved 2 of 5 with 14 digits.
  @available(*, deprecated, renamed: "itf14")
  public static var ITF14: Self { .itf14 }
  /// PDF417.
  @available(*, deprecated, renamed: "pdf417")
  public static var PDF417: Self { .pdf417 }
  /// QR code.
  @available(*, deprecated, renamed: "qr")
  public static var QR: Self { .qr }
  /// UPC-E.
  @available(*, deprecated, renamed: "upce")
  public static var UPCE: Self { .upce }
}
