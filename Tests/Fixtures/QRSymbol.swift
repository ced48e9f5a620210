import CQRencode
public import OpenCaptureMediaSamples

/// A QR code made by libqrencode, for pictures in tests, benchmarks and the demo.
public struct QRSymbol: Sendable {
  /// The error correction level.
  public enum Level: UInt32, Sendable, CaseIterable {
    case low, medium, quartile, high
  }

  /// The encoding of the payload.
  public enum Mode: Sendable {
    /// Bytes.
    case bytes
    /// Double-byte characters of Shift-JIS if the payload has any.
    case kanji
    /// Bytes after a header that names their encoding.
    case eci(UInt32)
  }

  /// The number of modules along a side, without the quiet zone.
  public let side: Int
  /// The version, 1 to 40.
  public let version: Int
  private let modules: [Bool]

  /// Makes a code; nil if the payload does not fit.
  ///
  /// - Parameter version: The lowest version, 1 to 40, or 0 for the smallest that fits.
  public init?(_ payload: [UInt8], level: Level = .medium, version: Int = 0, mode: Mode = .bytes) {
    let correction = QRecLevel(level.rawValue)
    guard let input = QRinput_new2(Int32(version), correction) else { return nil }
    defer { QRinput_free(input) }
    if case .eci(let number) = mode { QRinput_appendECIheader(input, number) }
    let made: UnsafeMutablePointer<QRcode>?
    if case .kanji = mode {
      made = (payload.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
        QRcode_encodeString($0.baseAddress, Int32(version), correction, QR_MODE_KANJI, 1)
      }
    } else {
      guard QRinput_append(input, QR_MODE_8, Int32(payload.count), payload) == 0 else { return nil }
      made = QRcode_encodeInput(input)
    }
    guard let code = made else { return nil }
    defer { QRcode_free(code) }
    self.init(code)
  }

  /// Returns the codes of a message that is too long for one; empty if it is too long for sixteen.
  public static func parts(of payload: [UInt8], level: Level = .medium, version: Int) -> [QRSymbol] {
    let list = QRcode_encodeDataStructured(
      Int32(payload.count), payload, Int32(version), QRecLevel(level.rawValue))
    defer { QRcode_List_free(list) }
    var parts: [QRSymbol] = []
    var entry = list
    while let current = entry {
      if let part = current.pointee.code.flatMap(QRSymbol.init) { parts.append(part) }
      entry = current.pointee.next
    }
    return parts
  }

  private init?(_ code: UnsafeMutablePointer<QRcode>) {
    side = Int(code.pointee.width)
    self.version = Int(code.pointee.version)
    guard let data = code.pointee.data else { return nil }
    modules = (0..<side * side).map { data[$0] & 1 == 1 }
  }

  /// Makes a code of a text in UTF-8.
  public init?(_ text: String, level: Level = .medium, version: Int = 0) {
    self.init(Array(text.utf8), level: level, version: version)
  }

  /// Returns whether a module is dark; modules outside the code are light.
  public func isDark(column: Int, row: Int) -> Bool {
    (0..<side).contains(column) && (0..<side).contains(row) && modules[row * side + column]
  }

  /// Draws the code as a grey picture, black on white, with the standard quiet zone.
  public func picture(pixelsPerModule scale: Int, quietZone: Int = 4) throws -> PixelBuffer {
    let width = (side + 2 * quietZone) * scale
    var picture = try PixelBuffer(format: .grey, width: width, height: width, rowAlignment: 1)
    try picture.withUnsafeMutablePlane(0) { pixels in
      for y in 0..<width {
        let row = pixels[(y * width)..<((y + 1) * width)]
        if y % scale > 0 {
          UnsafeMutableRawBufferPointer(rebasing: row).copyBytes(from: pixels[((y - 1) * width)..<(y * width)])
        } else {
          for x in 0..<width {
            let isDark = isDark(column: x / scale - quietZone, row: y / scale - quietZone)
            pixels[y * width + x] = isDark ? 0 : 255
          }
        }
      }
    }
    return picture
  }
}
