import COpenCaptureQRencode
public import OpenCaptureMediaSamples

/// The modules of a QR code, made by libqrencode, which is loaded when the first is made.
public struct DrawnCode: Sendable {
  /// How many modules there are along a side, the quiet zone left out.
  public let side: Int
  private let modules: [Bool]

  /// Makes a code of a text in UTF-8, of which about 15 % can be lost (level M).
  ///
  /// - Throws: `MediaError` where the text is too long, or libqrencode isn't installed.
  public init(_ text: String) throws(MediaError) {
    let bytes = Array(text.utf8)
    var modules = [UInt8](repeating: 0, count: Int(CQRENCODE_LARGEST_SIDE * CQRENCODE_LARGEST_SIDE))
    var side: Int32 = 0
    switch cqrencode_encode(bytes, bytes.count, &modules, &side) {
    case CQRENCODE_MADE: break
    case CQRENCODE_NO_LIBRARY:
      throw MediaError(
        .libraryMissing, subject: "QR code", reason: "libqrencode.so.4 is missing (apt install libqrencode4)")
    default: throw MediaError(.invalidDimensions, subject: "QR code", reason: "\(bytes.count) bytes don't fit")
    }
    self.side = Int(side)
    self.modules = modules.prefix(Int(side * side)).map { $0 == 1 }
  }

  /// Whether a module is dark; those outside of the code are light.
  public func isDark(column: Int, row: Int) -> Bool {
    (0..<side).contains(column) && (0..<side).contains(row) && modules[row * side + column]
  }
}
