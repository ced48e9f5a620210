public import CoreVideo
package import OpenCaptureMetadata

/// The symbol of a barcode.
///
/// Detected QR codes have a ``CIQRCodeDescriptor``. The engines do not report the symbols of other barcodes.
public class CIBarcodeDescriptor: NSObject, @unchecked Sendable {
  // Unchecked because the class is not final; all properties of its subclasses are constant.
}

/// The symbol of a QR code.
public final class CIQRCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
  /// The share of a symbol that can be lost without making it unreadable.
  public enum ErrorCorrectionLevel: Int, Sendable, Hashable {
    /// About 7 % of the symbol.
    case levelL = 76
    /// About 15 % of the symbol.
    case levelM = 77
    /// About 25 % of the symbol.
    case levelQ = 81
    /// About 30 % of the symbol.
    case levelH = 72
  }

  /// The data codewords, from the first mode indicator on.
  ///
  /// For a detected code, they contain its bytes in byte mode, without padding. The engines do not report the
  /// original codewords, which can use other modes.
  public let errorCorrectedPayload: Data
  /// The version of the symbol, 1 to 40.
  public let symbolVersion: Int
  /// The pattern applied to the modules, 0 to 7.
  public let maskPattern: UInt8
  /// The error correction level.
  public let errorCorrectionLevel: ErrorCorrectionLevel

  /// Creates a descriptor; nil if the version or the pattern does not exist.
  public init?(
    payload errorCorrectedPayload: Data, symbolVersion: Int, maskPattern: UInt8,
    errorCorrectionLevel: ErrorCorrectionLevel
  ) {
    guard (1...40).contains(symbolVersion), maskPattern < 8 else { return nil }
    self.errorCorrectedPayload = errorCorrectedPayload
    self.symbolVersion = symbolVersion
    self.maskPattern = maskPattern
    self.errorCorrectionLevel = errorCorrectionLevel
  }
}

/// The symbol of an Aztec code; not created by detectors.
public final class CIAztecCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
  /// The data codewords.
  public let errorCorrectedPayload: Data
  /// Whether the symbol is compact.
  public let isCompact: Bool
  /// The number of layers, 1 to 32, or to 4 for a compact symbol.
  public let layerCount: Int
  /// The number of data codewords, 1 to 2048.
  public let dataCodewordCount: Int

  /// Creates a descriptor; nil if a number is out of range.
  public init?(payload errorCorrectedPayload: Data, isCompact: Bool, layerCount: Int, dataCodewordCount: Int) {
    guard (1...(isCompact ? 4 : 32)).contains(layerCount), (1...2048).contains(dataCodewordCount) else {
      return nil
    }
    self.errorCorrectedPayload = errorCorrectedPayload
    self.isCompact = isCompact
    self.layerCount = layerCount
    self.dataCodewordCount = dataCodewordCount
  }
}

/// The symbol of a PDF417; not created by detectors.
public final class CIPDF417CodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
  /// The data codewords.
  public let errorCorrectedPayload: Data
  /// Whether the symbol is compact.
  public let isCompact: Bool
  /// The number of rows, 3 to 90.
  public let rowCount: Int
  /// The number of columns, 1 to 30.
  public let columnCount: Int

  /// Creates a descriptor; nil if a number is out of range.
  public init?(payload errorCorrectedPayload: Data, isCompact: Bool, rowCount: Int, columnCount: Int) {
    guard (3...90).contains(rowCount), (1...30).contains(columnCount) else { return nil }
    self.errorCorrectedPayload = errorCorrectedPayload
    self.isCompact = isCompact
    self.rowCount = rowCount
    self.columnCount = columnCount
  }
}

/// The symbol of a Data Matrix; not created by detectors.
public final class CIDataMatrixCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
  /// The type of error correction.
  public enum ECCVersion: Int, Sendable, Hashable {
    /// None.
    case v000 = 0
    /// Convolutional, about 3 %.
    case v050 = 50
    /// Convolutional, about 6 %.
    case v080 = 80
    /// Convolutional, about 13 %.
    case v100 = 100
    /// Convolutional, about 25 %.
    case v140 = 140
    /// Reed–Solomon.
    case v200 = 200
  }

  /// The data codewords.
  public let errorCorrectedPayload: Data
  /// The number of rows.
  public let rowCount: Int
  /// The number of columns.
  public let columnCount: Int
  /// The type of error correction.
  public let eccVersion: ECCVersion

  /// Creates a descriptor; nil if the symbol has no rows or columns.
  public init?(payload errorCorrectedPayload: Data, rowCount: Int, columnCount: Int, eccVersion: ECCVersion) {
    guard (1...144).contains(rowCount), (1...144).contains(columnCount) else { return nil }
    self.errorCorrectedPayload = errorCorrectedPayload
    self.rowCount = rowCount
    self.columnCount = columnCount
    self.eccVersion = eccVersion
  }
}

extension CIQRCodeDescriptor {
  /// Creates the descriptor of a decoded code; nil for other types, and if the engine does not report the symbol.
  package convenience init?(_ code: MachineReadableCodeObject) {
    guard code.type == .qr, let symbol = code.symbolDescriptor, let version = symbol.symbolVersion,
      let mask = symbol.maskPattern.flatMap({ UInt8(exactly: $0) }), let level = symbol.errorCorrectionLevel
    else { return nil }
    self.init(
      payload: Data(QRPayload(code.bytes, symbol, version: version).bytes), symbolVersion: version,
      maskPattern: mask, errorCorrectionLevel: ErrorCorrectionLevel(level))
  }
}

extension CIQRCodeDescriptor.ErrorCorrectionLevel {
  fileprivate init(_ level: CodeDescriptor.ErrorCorrectionLevel) {
    self =
      switch level {
      case .levelL: .levelL
      case .levelM: .levelM
      case .levelQ: .levelQ
      case .levelH: .levelH
      }
  }
}

/// The data codewords of a QR code in byte mode (ISO/IEC 18004, 7.4).
private struct QRPayload {
  /// The codewords.
  private(set) var bytes: [UInt8] = []
  /// The number of bits in the last codeword that are in use, 1 to 8; 8 if no codeword exists.
  private var usedBitCount = 8

  init(_ payload: [UInt8], _ symbol: CodeDescriptor, version: Int) {
    if let part = symbol.structuredAppend, let total = part.total, let parity = part.parity {
      append(0b0011, bits: 4)
      append(part.index, bits: 4)
      append(total - 1, bits: 4)
      append(Int(parity), bits: 8)
    }
    if let interpretation = symbol.extendedChannelInterpretation, (0..<1 << 14).contains(interpretation) {
      append(0b0111, bits: 4)
      let isShort = interpretation < 128
      append(isShort ? interpretation : 1 << 15 | interpretation, bits: isShort ? 8 : 16)
    }
    if symbol.isGS1 == true { append(0b0101, bits: 4) }
    // Digits and letters can be more than one segment of bytes can hold.
    let lengthBitCount = version < 10 ? 8 : 16
    let limit = 1 << lengthBitCount - 1
    for start in stride(from: 0, to: payload.count, by: limit) {
      let segment = payload[start..<min(start + limit, payload.count)]
      append(0b0100, bits: 4)
      append(segment.count, bits: lengthBitCount)
      for byte in segment { append(Int(byte), bits: 8) }
    }
    append(0, bits: 4)
  }

  private mutating func append(_ number: Int, bits: Int) {
    for place in (0..<bits).reversed() {
      if usedBitCount == 8 {
        bytes.append(0)
        usedBitCount = 0
      }
      bytes[bytes.count - 1] |= UInt8(number >> place & 1) << (7 - usedBitCount)
      usedBitCount += 1
    }
  }
}
