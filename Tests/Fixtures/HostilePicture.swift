public import OpenCaptureMediaSamples

/// A picture without codes, full of patterns similar to codes, that keeps a code reader busy.
public struct HostilePicture: Sendable {
  /// The pattern.
  public enum Kind: String, Sendable, CaseIterable {
    case finders, noise, blackAndWhiteNoise, bars, rowsOfBars, rings, nestedSquares, halftone
  }

  /// The pattern.
  public let kind: Kind
  /// The width and height in pixels.
  public let dimensions: VideoDimensions
  /// The size of the details, in pixels.
  private let detail: Int
  /// The distance between details, in details.
  private let gap: Int
  private let seed: UInt64

  /// Makes a picture; equal seeds and dimensions give equal pictures, and successive seeds give different kinds.
  public init(seed: UInt64, dimensions: VideoDimensions) {
    var random = SeededGenerator(seed: seed)
    kind = Kind.allCases[Int(seed % UInt64(Kind.allCases.count))]
    detail = [1, 1, 1, 2, 2, 3, 4, 5, 7, 10, 14].randomElement(using: &random) ?? 1
    gap = Int.random(in: 1...10, using: &random)
    self.dimensions = dimensions
    self.seed = random.next()
  }

  /// The picture's name in reports.
  public var name: String { "\(kind.rawValue), \(detail) pixels, \(gap) apart" }

  /// Draws the picture.
  public func picture() throws -> PixelBuffer {
    let width = dimensions.width
    let height = dimensions.height
    var picture = try PixelBuffer(format: .grey, width: width, height: height, rowAlignment: 1)
    var random = SeededGenerator(seed: seed)
    var row = [UInt8](repeating: 0, count: width)
    try picture.withUnsafeMutablePlane(0) { pixels in
      for y in 0..<height {
        draw(y, into: &row, &random)
        row.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: pixels[(y * width)...]).copyMemory(from: $0) }
      }
    }
    return picture
  }

  private func draw(_ y: Int, into row: inout [UInt8], _ random: inout SeededGenerator) {
    switch kind {
    case .noise, .blackAndWhiteNoise:
      guard y % detail == 0 else { return }
      draw(&row) { _ in
        let value = UInt8(truncatingIfNeeded: random.next())
        return kind == .noise ? value : value < 128 ? 0 : 255
      }
    case .bars, .rowsOfBars:
      guard y == 0 || kind == .rowsOfBars && y % (20 * gap) == 0 else { return }
      var isDark = false
      var left = 0
      draw(&row) { _ in
        if left == 0 {
          isDark.toggle()
          left = Int.random(in: 1...4, using: &random)
        }
        left -= 1
        return isDark ? 0 : 255
      }
    case .finders:
      let period = 7 + gap
      let down = y / detail % period
      draw(&row) { column in Self.isDarkInFinder(column % period, down) ? 0 : 255 }
    case .rings, .nestedSquares:
      let period = detail * 2 * (gap + 6)
      let middle = detail * (gap + 6)
      let down = y % period - middle
      for x in row.indices {
        let across = x % period - middle
        let distance =
          kind == .rings
          ? Int(Double(across * across + down * down).squareRoot()) : max(abs(across), abs(down))
        row[x] = distance / detail % 2 == 0 ? 0 : 255
      }
    case .halftone:
      let period = detail + 4
      let down = y % period - period / 2
      for x in row.indices {
        let across = x % period - period / 2
        // The dots grow from one side to the other.
        row[x] = (across * across + down * down) * 4 * row.count < period * period * x ? 0 : 255
      }
    }
  }

  /// Draws a row of details.
  private func draw(_ row: inout [UInt8], value: (Int) -> UInt8) {
    var x = 0
    while x < row.count {
      let detailValue = value(x / detail)
      for _ in 0..<min(detail, row.count - x) {
        row[x] = detailValue
        x += 1
      }
    }
  }

  private static func isDarkInFinder(_ x: Int, _ y: Int) -> Bool {
    guard x < 7, y < 7 else { return false }
    let ring = max(abs(x - 3), abs(y - 3))
    return ring != 2
  }
}
