import OpenCaptureMetadata

/// The characters of a linear symbology, which are equally wide and have six bars and spaces.
struct BarCharacters: Sendable {
  /// The number of modules of a character.
  private let moduleCount: Int
  /// The number of modules of the bar behind the last character.
  private let lastBar: Double
  /// The widths of the bars and spaces of each character, in modules.
  private let widths: [[Double]]

  /// Code 128 (ISO/IEC 15417): bars have an even number of modules together.
  private static let code128 = BarCharacters(moduleCount: 11, lastBar: 2) {
    ($0[0] + $0[2] + $0[4]).isMultiple(of: 2)
  }
  private static let code93 = BarCharacters(moduleCount: 9, lastBar: 1) { _ in true }

  private static let elementCount = 6
  private static let widest = 4
  /// The rounds of fitting characters and the growth of bars in turn.
  private static let roundCount = 3

  /// Returns the characters of a type; nil if they differ in width.
  init?(_ type: MetadataObjectType) {
    switch type {
    case .code128: self = Self.code128
    case .code93: self = Self.code93
    default: return nil
    }
  }

  /// Makes all characters of a number of modules, with a few that no code uses.
  private init(moduleCount: Int, lastBar: Double, isValid: ([Int]) -> Bool) {
    self.moduleCount = moduleCount
    self.lastBar = lastBar
    var characters: [[Int]] = [[]]
    for _ in 0..<Self.elementCount {
      characters = characters.flatMap { start in (1...Self.widest).map { start + [$0] } }
    }
    widths = characters.filter { $0.reduce(0, +) == moduleCount && isValid($0) }.map { $0.map(Double.init) }
  }

  /// Returns the edges of the most similar characters; nil if characters have another number of edges.
  ///
  /// - Parameter edges: The edges of the bars of a code from its start character on.
  func nearest(to edges: [Double]) -> [Double]? {
    let count = (edges.count - 2) / Self.elementCount
    guard count > 0, edges.count == count * Self.elementCount + 2 else { return nil }
    // Ink or light widens all bars, and narrows all spaces, by the same length.
    var growth = 0.0
    var nearest: [Double] = []
    for _ in 0..<Self.roundCount {
      nearest = []
      var grown = 0.0
      for first in stride(from: 0, to: count * Self.elementCount, by: Self.elementCount) {
        let module = (edges[first + Self.elementCount] - edges[first]) / Double(moduleCount)
        let seen = (0..<Self.elementCount).map { index in
          (edges[first + index + 1] - edges[first + index]) / module + (index.isMultiple(of: 2) ? -growth : growth)
        }
        guard let best = widths.min(by: { $0.squaredDistance(to: seen) < $1.squaredDistance(to: seen) }) else {
          return nil
        }
        var place = edges[first]
        for (index, width) in best.enumerated() {
          let isBar = index.isMultiple(of: 2)
          nearest.append(place + (isBar ? 0 : growth * module))
          grown += isBar ? seen[index] - width : width - seen[index]
          place += width * module
        }
        if first == (count - 1) * Self.elementCount {
          nearest += [place, place + (lastBar + growth) * module]
        }
      }
      growth += grown / Double(count * Self.elementCount)
    }
    return nearest
  }
}

extension [Double] {
  fileprivate func squaredDistance(to other: Self) -> Double {
    zip(self, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
