import COpenCaptureZBar
public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// The engine of the ZBar library: QR codes and the linear symbologies.
///
/// Payloads come as bytes (`ZBAR_CFG_BINARY`), except where a QR code declares an ECI that ZBar knows (ISO 8859,
/// CP437, Shift-JIS, UTF-8): that part ZBar converts itself, its bytes are then UTF-8. A structured-append message
/// whose parts are all in the picture comes as one code; of an incomplete one, the part that is there alone.
///
/// Two memory errors of ZBar's are on record. That of CVE-2023-40889 is in the decoder of QR codes, which is on: use a
/// ZBar that has the fix, 0.23.93 or Debian's 0.23.92-7+deb12u1. That of CVE-2023-40890 is in the decoder of DataBar,
/// which is never switched on, no more than that of SQ codes.
public struct ZBarEngine: CodeEngine {
  /// Makes the engine.
  public init() {}

  /// `zbar`.
  public let name = "zbar"

  /// ZBar's own version.
  public var version: String {
    var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
    zbar_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }

  /// QR, EAN, UPC, Code 39, 93, 128, ITF and Codabar.
  public let readableTypes = Set(Self.symbologies.map(\.type))

  private static let symbologies: [(type: MetadataObjectType, symbol: zbar_symbol_type_t)] = [
    (.qr, ZBAR_QRCODE), (.ean13, ZBAR_EAN13), (.ean8, ZBAR_EAN8), (.upca, ZBAR_UPCA), (.upce, ZBAR_UPCE),
    (.code39, ZBAR_CODE39), (.code93, ZBAR_CODE93), (.code128, ZBAR_CODE128), (.itf, ZBAR_I25),
    (.codabar, ZBAR_CODABAR),
  ]

  /// The number of lines that must agree on a code without check characters; texture in photographs gives fewer.
  private static let leastLineCount = 8

  /// Scans with a scanner of its own: one that is used again keeps random state, and grows.
  ///
  /// The options are nothing to ZBar: it thresholds as it does, and has no means to report what it couldn't read.
  public func scan(
    _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
  ) throws(CodeScannerError) -> EngineFindings {
    var findings = try scan(luma, types)
    for place in findings.messageParts {
      findings.codes += try codeOfPart(at: place, in: luma)
    }
    return EngineFindings(codes: findings.codes.filter { types.contains($0.type) })
  }

  /// What ZBar reports.
  private struct Findings {
    var codes: [EngineCode] = []
    /// Where the parts of messages are of which several are in the picture.
    var messageParts: [Corners] = []
  }

  private func scan(_ luma: PixelBuffer, _ types: Set<MetadataObjectType>) throws(CodeScannerError) -> Findings {
    // A UPC-A code is an EAN-13 code to ZBar, which has to be on for it.
    let needed = types.contains(.upca) ? types.union([.ean13]) : types
    let symbols = Self.symbologies.filter { needed.contains($0.type) }.map(\.symbol)
    guard !symbols.isEmpty else { return Findings() }
    guard let scanner = zbar_image_scanner_create(), let image = zbar_image_create() else {
      throw CodeScannerError(.engineFailed, subject: name, reason: "the system gave no memory")
    }
    defer {
      zbar_image_destroy(image)
      zbar_image_scanner_destroy(scanner)
    }
    configure(scanner, symbols)
    let leastLineCount = max(1, min(Self.leastLineCount, min(luma.width, luma.height) / 4))
    let found = try tightlyPacked(luma).withUnsafePlane(0) { pixels in
      zbar_image_set_format(image, 0x3030_3859)  // "Y800", the first letter in the lowest byte
      zbar_image_set_size(image, UInt32(luma.width), UInt32(luma.height))
      zbar_image_set_data(image, pixels.baseAddress, UInt(pixels.count), nil)
      return zbar_scan_image(scanner, image)
    }
    guard found >= 0 else {
      throw CodeScannerError(.engineFailed, subject: name, reason: "it refused the picture")
    }
    var findings = Findings()
    for symbol in ZBarSymbols(first: zbar_image_first_symbol(image)) {
      let parts = symbol.messageParts
      if parts.count > 1 {
        findings.messageParts += parts.compactMap(\.corners)
      } else if symbol.isChecked || symbol.lineCount >= leastLineCount {
        findings.codes += codes(symbol)
      }
    }
    return findings
  }

  /// Reads one part of a message alone: where ZBar sees several it joins them, and its records of them overlap or miss a
  /// byte.
  private func codeOfPart(at place: Corners, in luma: PixelBuffer) throws(CodeScannerError) -> [EngineCode] {
    let bounds = place.bounds
    let margin = 0.15 * max(bounds.width, bounds.height)
    let (left, top) = (max(0, Int(bounds.minX - margin)), max(0, Int(bounds.minY - margin)))
    let (right, bottom) = (
      min(luma.width, Int(bounds.maxX + margin) + 1), min(luma.height, Int(bounds.maxY + margin) + 1)
    )
    guard left < right, top < bottom else { return [] }
    let part: PixelBuffer
    do {
      part = try luma.cropped(x: left, y: top, width: right - left, height: bottom - top)
    } catch {
      throw CodeScannerError(.engineFailed, subject: name, error)
    }
    let size = part.dimensions.size
    let toWhole = PictureTransform(
      from: Rect(origin: .zero, size: size),
      to: Rect(origin: Point(x: Double(left), y: Double(top)), size: size))
    return try scan(part, [.qr]).codes.map { code in
      var code = code
      code.corners = toWhole.apply(code.corners)
      return code
    }
  }

  private func configure(_ scanner: OpaquePointer, _ symbols: [zbar_symbol_type_t]) {
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    for symbol in symbols {
      zbar_image_scanner_set_config(scanner, symbol, ZBAR_CFG_ENABLE, 1)
      zbar_image_scanner_set_config(scanner, symbol, ZBAR_CFG_BINARY, 1)
    }
  }

  /// ZBar knows no row length; rows that are padded have to be moved together.
  private func tightlyPacked(_ luma: PixelBuffer) throws(CodeScannerError) -> PixelBuffer {
    if luma.planes[0].bytesPerRow == luma.width { return luma }
    do {
      return try luma.copy(rowAlignment: 1)
    } catch {
      throw CodeScannerError(.engineFailed, subject: name, error)
    }
  }

  private func codes(_ symbol: ZBarSymbol) -> [EngineCode] {
    if symbol.type == ZBAR_PARTIAL { return lonePart(symbol) }
    guard let type = Self.symbologies.first(where: { $0.symbol == symbol.type })?.type else { return [] }
    return code(type, bytes: symbol.bytes, at: symbol)
  }

  /// The part of an incomplete message, where there is only one in the picture.
  ///
  /// What ZBar's container holds of it is right, but for the NUL that stands for the missing parts before.
  private func lonePart(_ message: ZBarSymbol) -> [EngineCode] {
    guard let part = message.messageParts.first else { return [] }
    let isFirstPart = message.components.first { _ in true }?.type == ZBAR_QRCODE
    return code(.qr, bytes: isFirstPart ? message.bytes : Array(message.bytes.dropFirst()), at: part)
  }

  private func code(_ type: MetadataObjectType, bytes: [UInt8], at symbol: ZBarSymbol) -> [EngineCode] {
    guard let corners = symbol.corners else { return [] }
    let descriptor = CodeDescriptor(isGS1: symbol.isGS1)
    return [EngineCode(type: type, bytes: bytes, corners: corners, descriptor: descriptor)]
  }
}
