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

  /// Draws the code black on white where it has wandered to by a frame, within a part of the picture at its left.
  ///
  /// - Parameter extent: How large it is at the most, with its quiet zone, as far as whole pixels allow.
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

  /// The columns of a row in which dark modules lie side by side.
  private func darkRuns(row: Int) -> [Range<Int>] {
    var (runs, start) = ([Range<Int>](), 0)
    for column in 0...side where !isDark(column: column, row: row) {
      if start < column { runs.append(start..<column) }
      start = column + 1
    }
    return runs
  }

  /// Whether a module is dark; those outside of the code are light.
  public func isDark(column: Int, row: Int) -> Bool {
    (0..<side).contains(column) && (0..<side).contains(row) && modules[row * side + column]
  }
}
