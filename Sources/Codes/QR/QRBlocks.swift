import OpenCaptureMetadata

/// The division of a QR code's codewords into blocks (ISO/IEC 18004, table 9).
struct QRBlocks {
  let count: Int
  /// The number of error correction codewords in each block.
  let correctionCount: Int
  /// The number of codewords in the first block, which is one of the shortest.
  let firstLength: Int

  init(version: Int, level: CodeDescriptor.ErrorCorrectionLevel, codewordCount: Int) {
    (correctionCount, count) = Self.table(level, version - 1)
    firstLength = codewordCount / count
  }

  /// Returns the codewords of a block from the interleaved codewords of the code.
  ///
  /// The last blocks can have one more data codeword, which follows those that all blocks have.
  func block<Codeword>(_ number: Int, of codewords: [Codeword]) -> [Codeword] {
    let dataCount = firstLength - correctionCount
    let longerCount = codewords.count % count
    let firstLonger = count - longerCount
    var block = (0..<dataCount).map { codewords[$0 * count + number] }
    if number >= firstLonger { block.append(codewords[dataCount * count + number - firstLonger]) }
    block += (dataCount..<firstLength).map { codewords[$0 * count + longerCount + number] }
    return block
  }

  /// Returns the data of a block with errors corrected, or nil if it has too many errors.
  func correctedData(ofBlock number: Int, of codewords: [UInt8]) -> [UInt8]? {
    ReedSolomon.corrected(block(number, of: codewords), correctionCount: correctionCount)?.dropLast(correctionCount)
  }

  private static func table(_ level: CodeDescriptor.ErrorCorrectionLevel, _ index: Int) -> (Int, Int) {
    switch level {
    case .levelL: (correction.low[index], blocks.low[index])
    case .levelM: (correction.medium[index], blocks.medium[index])
    case .levelQ: (correction.quartile[index], blocks.quartile[index])
    case .levelH: (correction.high[index], blocks.high[index])
    }
  }

  private typealias Row = (low: [Int], medium: [Int], quartile: [Int], high: [Int])

  private static let correction: Row = (
    [
      7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
      28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ],
    [
      13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ]
  )

  private static let blocks: Row = (
    [
      1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18,
      19, 19, 20, 21, 22, 24, 25,
    ],
    [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31,
      33, 35, 37, 38, 40, 43, 45, 47, 49,
    ],
    [
      1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40,
      43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
    ],
    [
      1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48,
      51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
    ]
  )
}
