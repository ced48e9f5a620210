import OpenCaptureMetadata

/// The modules of a QR code, dark or light, and what they say of the code beside its payload.
struct QRModules {
  let dimension: Int
  private let dark: [Bool]

  /// Takes modules row by row.
  init(dimension: Int, dark: [Bool]) { (self.dimension, self.dark) = (dimension, dark) }

  var version: Int { (dimension - 17) / 4 }

  func isDark(_ column: Int, _ row: Int) -> Bool { dark[row * dimension + column] }

  /// What can be told of the code; nil where they are no code's, or too many are wrong.
  var descriptor: CodeDescriptor? {
    guard (1...40).contains(version), let format = QRFormat(self) else { return nil }
    let codewords = codewords(format)
    let blocks = QRBlocks(version: version, level: format.level, codewordCount: codewords.count)
    guard let first = blocks.correctedData(ofBlock: 0, of: codewords) else { return nil }
    return CodeDescriptor(
      symbolVersion: version, errorCorrectionLevel: format.level, maskPattern: format.mask,
      structuredAppend: Self.structuredAppend(first))
  }

  /// The segments of the data; nil if the modules are those of no code, or too many are wrong.
  var segments: [QRSegments.Segment]? {
    guard (1...40).contains(version), let format = QRFormat(self) else { return nil }
    let codewords = codewords(format)
    let blocks = QRBlocks(version: version, level: format.level, codewordCount: codewords.count)
    var data: [UInt8] = []
    for number in 0..<blocks.count {
      guard let block = blocks.correctedData(ofBlock: number, of: codewords) else { return nil }
      data += block
    }
    return QRSegments(data, version: version)?.segments
  }

  /// The place in a message, which stands before everything else (ISO/IEC 18004, 8).
  private static func structuredAppend(_ data: [UInt8]) -> StructuredAppend? {
    guard data.count > 2, data[0] >> 4 == 0b0011 else { return nil }
    return StructuredAppend(
      index: Int(data[0] & 15), total: Int(data[1] >> 4) + 1, parity: data[1] << 4 | data[2] >> 4)
  }

  /// The codewords in the order in which they stand in the code: in columns of two, up and down, from the right.
  private func codewords(_ format: QRFormat) -> [UInt8] {
    let isFunction = functionModules
    var (codewords, bits, bitCount): ([UInt8], UInt8, Int) = ([], 0, 0)
    var (right, goesUp) = (dimension - 1, true)
    while right > 0 {
      // The timing pattern has a column of its own.
      if right == 6 { right -= 1 }
      for step in 0..<dimension {
        let row = goesUp ? dimension - 1 - step : step
        for column in [right, right - 1] where !isFunction[row * dimension + column] {
          let bit = isDark(column, row) != format.turns(column: column, row: row)
          (bits, bitCount) = (bits << 1 | (bit ? 1 : 0), bitCount + 1)
          if bitCount == 8 {
            codewords.append(bits)
            (bits, bitCount) = (0, 0)
          }
        }
      }
      (right, goesUp) = (right - 2, !goesUp)
    }
    return codewords
  }

  /// Which modules hold no codewords.
  private var functionModules: [Bool] {
    var isFunction = Array(repeating: false, count: dimension * dimension)
    func mark(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) {
      for row in rows { for column in columns { isFunction[row * dimension + column] = true } }
    }
    let last = dimension - 1
    mark(0...8, 0...8)
    mark(last - 7...last, 0...8)
    mark(0...8, last - 7...last)
    mark(6...6, 0...last)
    mark(0...last, 6...6)
    if version >= 7 {
      mark(last - 10...last - 8, 0...5)
      mark(0...5, last - 10...last - 8)
    }
    let centres = QRFunctionPatterns.alignmentCentres(version: version)
    guard let first = centres.first, let end = centres.last else { return isFunction }
    for y in centres {
      for x in centres where !((x == first && (y == first || y == end)) || (x == end && y == first)) {
        mark(x - 2...x + 2, y - 2...y + 2)
      }
    }
    return isFunction
  }
}
