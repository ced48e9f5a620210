import COpenCaptureProcessing
import OpenCaptureMediaSamples

/// How strong the edges of a picture are: the magnitudes of some 60,000 pixels, spread over it, counted.
struct MagnitudeHistogram: Sendable {
  private var counts = [UInt32](repeating: 0, count: Int(CPROCESSING_MAGNITUDES))
  private var total = 0

  /// Rows and columns that are looked at, about.
  private static let (rows, columns) = (64, 960)

  /// Counts anew.
  mutating func count(
    _ source: cprocessing_source, _ size: VideoDimensions, isLuma: Bool, kernel: cprocessing_kernel,
    scratch: inout ScratchLines
  ) {
    let (rowStep, columnStep) = (max(1, size.height / Self.rows), max(1, size.width / Self.columns))
    counts.withUnsafeMutableBufferPointer { counts in
      counts.update(repeating: 0)
      scratch.withLines(width: size.width) { lines in
        cprocessing_count_magnitudes(
          source, size.width, size.height, isLuma, kernel, rowStep, columnStep, counts.baseAddress, lines)
      }
    }
    total = 0
    // Plain loops, which allocate nothing in debug builds either.
    var magnitude = 0
    while magnitude < counts.count {
      total += Int(counts[magnitude])
      magnitude += 1
    }
  }

  /// The least magnitude that at most this share of the pixels exceeds.
  ///
  /// - Parameter share: 0 to 1; one that is not a number counts as 0.
  func threshold(exceededBy share: Double) -> Int {
    var room = share > 0 ? Int(min(1, share) * Double(total)) : 0
    var magnitude = counts.count - 1
    while magnitude > 0 {
      room -= Int(counts[magnitude])
      if room < 0 { return magnitude }
      magnitude -= 1
    }
    return 0
  }
}

/// Working memory for a few lines of a picture, kept from frame to frame.
struct ScratchLines: Sendable {
  private var words: [UInt64] = []

  /// Lends the memory for a picture of this width.
  mutating func withLines<Result>(width: Int, _ body: (UnsafeMutableRawPointer?) throws -> Result) rethrows
    -> Result
  {
    let needed = (cprocessing_scratch(width) + 7) / 8
    if words.count < needed { words = Array(repeating: 0, count: needed) }
    return try words.withUnsafeMutableBytes { try body($0.baseAddress) }
  }
}
