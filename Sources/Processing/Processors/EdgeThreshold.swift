import COpenCaptureProcessing
import OpenCaptureMediaSamples

/// The calculation of the minimum edge magnitude from the settings of focus peaking.
struct EdgeThreshold: Sendable {
  let threshold: FocusPeaking.Threshold
  let noiseRejection: Double
  let kernel: FocusPeaking.Kernel

  /// The fraction of the picture that is assumed to contain only noise and no edges.
  private static let flatShare = 0.2

  /// The minimum luma step of the strongest edges, above the steps of a gradient with whole numbers.
  private static let leastStep = 6.0

  /// Whether the threshold depends on the picture.
  var histogram: Bool {
    if case .fixed = threshold { noiseRejection > 0 } else { true }
  }

  /// Returns the magnitude that edges must exceed, for a picture with these magnitudes.
  func magnitude(_ histogram: MagnitudeHistogram) -> UInt16 {
    let requested =
      switch threshold {
      case .fixed(let step): step * kernel.magnitudePerStep
      case .strongest(let share):
        max(Double(histogram.threshold(exceededBy: share)), Self.leastStep * kernel.magnitudePerStep)
      }
    guard noiseRejection > 0 else { return Self.clamped(requested) }
    let noise = Double(histogram.threshold(exceededBy: 1 - Self.flatShare))
    return Self.clamped(max(requested, noise * noiseRejection))
  }

  /// Returns the nearest magnitude below; the largest for NaN, which no edge exceeds.
  private static func clamped(_ value: Double) -> UInt16 {
    value < 0 ? 0 : value < Double(UInt16.max) ? UInt16(value) : .max
  }
}

/// A histogram of edge magnitudes, counted at about 60,000 pixels spread over the picture.
struct MagnitudeHistogram: Sendable {
  private var counts = [UInt32](repeating: 0, count: Int(CPROCESSING_MAGNITUDES))
  private var total = 0

  /// The approximate numbers of counted rows and columns.
  private static let rows = 64
  private static let columns = 960

  mutating func count(
    _ source: cprocessing_source, _ size: VideoDimensions, isLuma: Bool, kernel: cprocessing_kernel,
    scratch: inout ScratchLines
  ) {
    let rowStep = max(1, size.height / Self.rows)
    let columnStep = max(1, size.width / Self.columns)
    counts.withUnsafeMutableBufferPointer { counts in
      counts.update(repeating: 0)
      scratch.withLines(width: size.width) { lines in
        cprocessing_count_magnitudes(
          source, size.width, size.height, isLuma, kernel, rowStep, columnStep, counts.baseAddress, lines)
      }
    }
    total = 0
    // Plain loops allocate nothing, even in debug builds.
    var magnitude = 0
    while magnitude < counts.count {
      total += Int(counts[magnitude])
      magnitude += 1
    }
  }

  /// Returns the least magnitude that is exceeded by at most a fraction of the pixels; NaN counts as 0.
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

/// Scratch memory for a few lines of a picture, kept from frame to frame.
struct ScratchLines: Sendable {
  private var words: [UInt64] = []

  /// Lends the memory for a picture of this width.
  mutating func withLines<Result>(
    width: Int, _ body: (UnsafeMutableRawPointer?) throws -> Result
  ) rethrows -> Result {
    let needed = (cprocessing_scratch(width) + 7) / 8
    if words.count < needed { words = Array(repeating: 0, count: needed) }
    return try words.withUnsafeMutableBytes { try body($0.baseAddress) }
  }
}
