import OpenCaptureMetadata

/// What a QR code says of itself beside its finder patterns: its error correction and its mask (ISO/IEC 18004, 7.9).
struct QRFormat {
  let level: CodeDescriptor.ErrorCorrectionLevel
  /// 0 to 7.
  let mask: Int

  /// Reads both copies; nil where neither is near enough to one that there can be.
  init?(_ modules: QRModules) {
    let candidates = [Self.firstPlaces, Self.secondPlaces(modules.dimension)].map { places in
      places.enumerated().reduce(0) {
        $0 | (modules.isDark($1.element.column, $1.element.row) ? 1 << $1.offset : 0)
      }
    }
    let best = candidates.flatMap { read in
      (0..<32).map { data in (data: data, distance: (read ^ Self.word(data)).nonzeroBitCount) }
    }.min { $0.distance < $1.distance }
    // Words differ from each other in at least seven places.
    guard let best, best.distance <= 3 else { return nil }
    level = [.levelM, .levelL, .levelH, .levelQ][best.data >> 3]
    mask = best.data & 7
  }

  /// Five bits with the ten that protect them, masked.
  private static func word(_ data: Int) -> Int {
    var remainder = data << 10
    for bit in stride(from: 14, through: 10, by: -1) where remainder >> bit & 1 == 1 {
      remainder ^= 0b101_0011_0111 << (bit - 10)
    }
    return (data << 10 | remainder) ^ 0b101_0100_0001_0010
  }

  private typealias Place = (column: Int, row: Int)

  /// Around the finder pattern at the top left, the lowest bit first.
  private static let firstPlaces: [Place] =
    [0, 1, 2, 3, 4, 5, 7, 8].map { (8, $0) } + [7, 5, 4, 3, 2, 1, 0].map { ($0, 8) }

  /// Beside the other two.
  private static func secondPlaces(_ dimension: Int) -> [Place] {
    (0..<8).map { (dimension - 1 - $0, 8) } + (8..<15).map { (8, dimension - 15 + $0) }
  }

  /// Whether the mask turns a module about.
  func turns(column x: Int, row y: Int) -> Bool {
    switch mask {
    case 0: (x + y).isMultiple(of: 2)
    case 1: y.isMultiple(of: 2)
    case 2: x.isMultiple(of: 3)
    case 3: (x + y).isMultiple(of: 3)
    case 4: (x / 3 + y / 2).isMultiple(of: 2)
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3).isMultiple(of: 2)
    default: ((x + y) % 2 + x * y % 3).isMultiple(of: 2)
    }
  }
}
