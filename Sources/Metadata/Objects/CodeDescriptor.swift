/// What an engine can tell about a code besides its payload (`CIBarcodeDescriptor`, `CIQRCodeDescriptor`).
///
/// Everything is nil that the engine doesn't tell or the symbology doesn't have.
public struct CodeDescriptor: Sendable, Hashable {
  /// How much of a QR code can be lost before it can't be read (`CIQRCodeDescriptor.ErrorCorrectionLevel`).
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

  /// The size of the symbol: 1 to 40 for QR, 1 to 4 for Micro QR, 1 to 32 for rMQR.
  public var symbolVersion: Int?

  /// The error correction level of a QR code.
  public var errorCorrectionLevel: ErrorCorrectionLevel?

  /// The pattern that was laid over the modules: 0 to 7 for QR, 0 to 3 for Micro QR.
  public var maskPattern: Int?

  /// Which part of a message this is, where one is spread over several symbols.
  public var structuredAppend: StructuredAppend?

  /// Whether the payload is made of GS1 application identifiers (FNC1 in first position).
  public var isGS1: Bool?

  /// The extended channel interpretation (ECI) that is in force where the payload begins: 26 is UTF-8.
  public var extendedChannelInterpretation: Int?

  /// Makes a descriptor of what is known; everything is nil by default.
  public init(
    symbolVersion: Int? = nil, errorCorrectionLevel: ErrorCorrectionLevel? = nil, maskPattern: Int? = nil,
    structuredAppend: StructuredAppend? = nil, isGS1: Bool? = nil, extendedChannelInterpretation: Int? = nil
  ) {
    (self.symbolVersion, self.errorCorrectionLevel) = (symbolVersion, errorCorrectionLevel)
    (self.maskPattern, self.structuredAppend) = (maskPattern, structuredAppend)
    (self.isGS1, self.extendedChannelInterpretation) = (isGS1, extendedChannelInterpretation)
  }
}
