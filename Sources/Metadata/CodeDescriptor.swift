/// Details of a code besides its payload (`CIBarcodeDescriptor`, `CIQRCodeDescriptor`).
///
/// A property is nil if the engine does not report it or the symbology does not have it.
public struct CodeDescriptor: Sendable, Hashable {
  /// The share of a QR code that can be lost without making it unreadable
  /// (`CIQRCodeDescriptor.ErrorCorrectionLevel`).
  public enum ErrorCorrectionLevel: String, Sendable, Hashable, CaseIterable {
    /// About 7 % of the code.
    case levelL = "L"
    /// About 15 % of the code.
    case levelM = "M"
    /// About 25 % of the code.
    case levelQ = "Q"
    /// About 30 % of the code.
    case levelH = "H"
  }

  /// The version of the symbol: 1 to 40 for QR, 1 to 4 for Micro QR, 1 to 32 for rMQR.
  public var symbolVersion: Int?

  /// The error correction level of a QR code.
  public var errorCorrectionLevel: ErrorCorrectionLevel?

  /// The pattern applied to the modules: 0 to 7 for QR, 0 to 3 for Micro QR.
  public var maskPattern: Int?

  /// The symbol's position in a message that is spread over several symbols.
  public var structuredAppend: StructuredAppend?

  /// Whether the payload consists of GS1 application identifiers (FNC1 in first position).
  public var isGS1: Bool?

  /// The extended channel interpretation (ECI) at the start of the payload: 26 is UTF-8.
  public var extendedChannelInterpretation: Int?

  /// Makes a descriptor from the known values (default: nil for each).
  public init(
    symbolVersion: Int? = nil, errorCorrectionLevel: ErrorCorrectionLevel? = nil, maskPattern: Int? = nil,
    structuredAppend: StructuredAppend? = nil, isGS1: Bool? = nil, extendedChannelInterpretation: Int? = nil
  ) {
    self.symbolVersion = symbolVersion
    self.errorCorrectionLevel = errorCorrectionLevel
    self.maskPattern = maskPattern
    self.structuredAppend = structuredAppend
    self.isGS1 = isGS1
    self.extendedChannelInterpretation = extendedChannelInterpretation
  }
}
