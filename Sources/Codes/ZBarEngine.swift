import COpenCaptureZBar
public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// An engine for QR codes and linear symbologies that uses the ZBar library.
///
/// Payloads are bytes (`ZBAR_CFG_BINARY`), with one exception. If a QR code declares an ECI that ZBar knows (ISO
/// 8859, CP437, Shift-JIS, UTF-8), ZBar converts that text to UTF-8. Each part of a structured-append message in
/// the picture is reported as a separate code.
///
/// ZBar has two known memory errors. CVE-2023-40889 is in the QR decoder, which this engine enables. Use a ZBar
/// version with the fix: 0.23.93 or Debian's 0.23.92-7+deb12u1. CVE-2023-40890 is in the DataBar decoder, which
/// this engine never enables. The same applies to the decoder of SQ codes.
public struct ZBarEngine: CodeEngine {
  /// Creates the engine.
  public init() {}

  /// The engine's name, `zbar`.
  public let name = "zbar"

  /// The version of ZBar.
  public var version: String {
    var major: UInt32 = 0
    var minor: UInt32 = 0
    var patch: UInt32 = 0
    zbar_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }

  /// The types QR, EAN, UPC, Code 39, 93, 128, ITF and Codabar.
  public let readableTypes = Set(Self.symbologies.map(\.type))

  private static let symbologies: [(type: MetadataObjectType, symbol: zbar_symbol_type_t)] = [
    (.qr, ZBAR_QRCODE), (.ean13, ZBAR_EAN13), (.ean8, ZBAR_EAN8), (.upca, ZBAR_UPCA), (.upce, ZBAR_UPCE),
    (.code39, ZBAR_CODE39), (.code93, ZBAR_CODE93), (.code128, ZBAR_CODE128), (.itf, ZBAR_I25),
    (.codabar, ZBAR_CODABAR),
  ]

  /// The number of lines that must agree on a code without check characters; texture gives fewer.
  private static let leastLineCount = 8

  /// Scans a picture with a new ZBar scanner, because a reused one keeps random state and grows.
  ///
  /// ZBar supports none of the options: it has its own thresholding and can't report undecoded codes.
  public func scan(
    _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
  ) throws(CodeScannerError) -> EngineResult {
    var findings = try scan(luma, types)
    for place in findings.messageParts { findings.codes += try codeOfPart(at: place, in: luma) }
    return EngineResult(codes: findings.codes.filter { types.contains($0.type) })
  }

  private struct Findings {
    var codes: [EngineCode] = []
    /// The corners of message parts, if several are in the picture.
    var messageParts: [Corners] = []
  }

  private func scan(_ luma: PixelBuffer, _ types: Set<MetadataObjectType>) throws(CodeScannerError) -> Findings {
    // ZBar treats a UPC-A code as EAN-13, which must be enabled for it.
    let needed = types.contains(.upca) ? types.union([.ean13]) : types
    let symbols = Self.symbologies.filter { needed.contains($0.type) }.map(\.symbol)
    guard !symbols.isEmpty else { return Findings() }
    guard let scanner = zbar_image_scanner_create(), let image = zbar_image_create() else {
      throw CodeScannerError(.engineFailed, subject: name, reason: "out of memory")
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
      throw CodeScannerError(.engineFailed, subject: name, reason: "ZBar rejected the picture")
    }
    var findings = Findings()
    for symbol in ZBarSymbol.list(zbar_image_first_symbol(image)) {
      let parts = symbol.messageParts
      if parts.count > 1 {
        findings.messageParts += parts.compactMap(\.corners)
      } else if symbol.isChecked || symbol.lineCount >= leastLineCount {
        findings.codes += codes(symbol)
      }
    }
    return findings
  }

  /// Reads one part of a message from a crop of the picture.
  ///
  /// If ZBar sees several parts, it joins them, and its records of them overlap or miss a byte.
  private func codeOfPart(at place: Corners, in luma: PixelBuffer) throws(CodeScannerError) -> [EngineCode] {
    let bounds = place.bounds
    let margin = 0.15 * max(bounds.width, bounds.height)
    let left = max(0, Int(bounds.minX - margin))
    let top = max(0, Int(bounds.minY - margin))
    let right = min(luma.width, Int(bounds.maxX + margin) + 1)
    let bottom = min(luma.height, Int(bounds.maxY + margin) + 1)
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

  /// Returns a copy without padding between rows, because ZBar knows no row length.
  private func tightlyPacked(_ luma: PixelBuffer) throws(CodeScannerError) -> PixelBuffer {
    if luma.planes[0].bytesPerRow == luma.width { return luma }
    do {
      return try luma.copy(rowAlignment: 1)
    } catch {
      throw CodeScannerError(.engineFailed, subject: name, error)
    }
  }

  private func codes(_ symbol: ZBarSymbol) -> [EngineCode] {
    if symbol.type == ZBAR_PARTIAL { return singlePart(symbol) }
    guard let type = Self.symbologies.first(where: { $0.symbol == symbol.type })?.type else { return [] }
    return code(type, bytes: symbol.bytes, at: symbol)
  }

  /// Returns the only visible part of an incomplete message; ZBar puts a NUL before it for the missing parts.
  private func singlePart(_ message: ZBarSymbol) -> [EngineCode] {
    guard let part = message.messageParts.first else { return [] }
    let isFirstPart = message.components.first?.type == ZBAR_QRCODE
    return code(.qr, bytes: isFirstPart ? message.bytes : Array(message.bytes.dropFirst()), at: part)
  }

  private func code(_ type: MetadataObjectType, bytes: [UInt8], at symbol: ZBarSymbol) -> [EngineCode] {
    guard let corners = symbol.corners else { return [] }
    // ZBar converts text with a declared encoding to UTF-8, and does not report the declaration.
    let isUTF8 = type == .qr && String(validating: bytes, as: UTF8.self) != nil
    let descriptor = CodeDescriptor(isGS1: symbol.isGS1)
    return [
      EngineCode(type: type, bytes: bytes, corners: corners, descriptor: descriptor, isConvertedToUTF8: isUTF8)
    ]
  }
}
