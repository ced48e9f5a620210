import COpenCaptureQRencode
public import OpenCaptureMediaSamples

/// A QR code encoded by libqrencode, which is loaded for the first code.
public struct DrawnCode: Sendable {
  /// The number of modules along a side, without the quiet zone.
  public let side: Int
  private let modules: [Bool]

  /// Encodes a text as UTF-8 with error correction level M, which restores about 15 % of the code.
  ///
  /// - Throws: `MediaError` if the text is too long or libqrencode is not installed.
  public init(_ text: String) throws(MediaError) {
    let bytes = Array(text.utf8)
    var modules = [UInt8](repeating: 0, count: Int(CQRENCODE_LARGEST_SIDE * CQRENCODE_LARGEST_SIDE))
    var side: Int32 = 0
    switch cqrencode_encode(bytes, bytes.count, &modules, &side) {
    case CQRENCODE_MADE: break
    case CQRENCODE_NO_LIBRARY:
      throw MediaError(
        .libraryMissing, subject: "QR code", reason: "libqrencode.so.4 is missing",
        hint: "sudo apt install libqrencode4")
    default:
      throw MediaError(
        .invalidDimensions, subject: "QR code", reason: "\(bytes.count) bytes are too many for a QR code")
    }
    self.side = Int(side)
    self.modules = modules.prefix(Int(side * side)).map { $0 == 1 }
  }

  /// Draws the code in black and white at its position in a frame, within the left part of the image.
  ///
  /// - Parameter extent: The maximum size with quiet zone, in pixels, rounded down to whole pixels per module.
  func draw(_ painter: ScenePainter, frame: Int, width: Int, height: Int, extent: Int) {
    let quietZone = 4
    let modules = side + 2 * quietZone
    let scale = max(2, extent / modules & ~1)
    let x = Swing.place(frame * 4, within: width - modules * scale)
    let y = Swing.place(frame * 2, within: height - modules * scale)
    painter.fill(x: x, y: y, width: modules * scale, height: modules * scale, .white)
    for row in 0..<side {
      for run in darkRuns(row: row) {
        painter.fill(
          x: x + (run.lowerBound + quietZone) * scale, y: y + (row + quietZone) * scale, width: run.count * scale,
          height: scale, .black)
      }
    }
  }

  /// Returns the column ranges of consecutive dark modules in a row.
  private func darkRuns(row: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for column in 0...side where !isDark(column: column, row: row) {
      if start < column { runs.append(start..<column) }
      start = column + 1
    }
    return runs
  }

  /// Returns whether a module is dark; modules outside the code are light.
  public func isDark(column: Int, row: Int) -> Bool {
    (0..<side).contains(column) && (0..<side).contains(row) && modules[row * side + column]
  }
}
