import OpenCaptureCodes
import OpenCaptureMetadata

/// A kind of code.
public struct VNBarcodeSymbology: RawRepresentable, Sendable, Hashable {
  /// Its name.
  public let rawValue: String

  /// Makes the kind of this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Aztec code.
  public static let aztec = Self(rawValue: "VNBarcodeSymbologyAztec")
  /// Codabar.
  public static let codabar = Self(rawValue: "VNBarcodeSymbologyCodabar")
  /// Code 39.
  public static let code39 = Self(rawValue: "VNBarcodeSymbologyCode39")
  /// Code 39 with a check character; not told apart here.
  public static let code39Checksum = Self(rawValue: "VNBarcodeSymbologyCode39Checksum")
  /// Code 39 that stands for all of ASCII; not read here.
  public static let code39FullASCII = Self(rawValue: "VNBarcodeSymbologyCode39FullASCII")
  /// Code 39 that stands for all of ASCII, with a check character; not read here.
  public static let code39FullASCIIChecksum = Self(rawValue: "VNBarcodeSymbologyCode39FullASCIIChecksum")
  /// Code 93.
  public static let code93 = Self(rawValue: "VNBarcodeSymbologyCode93")
  /// Code 93i; not read here.
  public static let code93i = Self(rawValue: "VNBarcodeSymbologyCode93i")
  /// Code 128.
  public static let code128 = Self(rawValue: "VNBarcodeSymbologyCode128")
  /// Data Matrix.
  public static let dataMatrix = Self(rawValue: "VNBarcodeSymbologyDataMatrix")
  /// EAN-8.
  public static let ean8 = Self(rawValue: "VNBarcodeSymbologyEAN8")
  /// EAN-13, and UPC-A with a 0 before it.
  public static let ean13 = Self(rawValue: "VNBarcodeSymbologyEAN13")
  /// GS1 DataBar.
  public static let gs1DataBar = Self(rawValue: "VNBarcodeSymbologyGS1DataBar")
  /// GS1 DataBar Expanded.
  public static let gs1DataBarExpanded = Self(rawValue: "VNBarcodeSymbologyGS1DataBarExpanded")
  /// GS1 DataBar Limited.
  public static let gs1DataBarLimited = Self(rawValue: "VNBarcodeSymbologyGS1DataBarLimited")
  /// Interleaved 2 of 5.
  public static let i2of5 = Self(rawValue: "VNBarcodeSymbologyI2of5")
  /// Interleaved 2 of 5 with a check digit; not told apart here.
  public static let i2of5Checksum = Self(rawValue: "VNBarcodeSymbologyI2of5Checksum")
  /// Interleaved 2 of 5 with 14 digits.
  public static let itf14 = Self(rawValue: "VNBarcodeSymbologyITF14")
  /// MicroPDF417.
  public static let microPDF417 = Self(rawValue: "VNBarcodeSymbologyMicroPDF417")
  /// Micro QR code.
  public static let microQR = Self(rawValue: "VNBarcodeSymbologyMicroQR")
  /// MSI Plessey; not read here.
  public static let msiPlessey = Self(rawValue: "VNBarcodeSymbologyMSIPlessey")
  /// PDF417.
  public static let pdf417 = Self(rawValue: "VNBarcodeSymbologyPDF417")
  /// QR code.
  public static let qr = Self(rawValue: "VNBarcodeSymbologyQR")
  /// UPC-E.
  public static let upce = Self(rawValue: "VNBarcodeSymbologyUPCE")
}
