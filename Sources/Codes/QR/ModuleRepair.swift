import COpenCaptureCodes
import Glibc

/// A correction of sampled modules of which some are unreadable.
///
/// Error correction repairs twice as many codewords if their places are known. Therefore the least certain codewords
/// of each block are erased, ever more of them, until the others determine the block (G. D. Forney, *Generalized
/// Minimum Distance Decoding*, 1966). The result is a code without errors.
struct ModuleRepair {
  let dimension: Int
  /// The differences of modules from their surroundings, positive if light.
  let contrasts: [Float]

  /// The least number of bits by which a repaired block is determined beyond its content.
  ///
  /// Random modules pass an attempt with a probability of 2 to the power of -32. The smallest blocks that the
  /// standard allows to be corrected have as many.
  private static let leastProtection = 32.0

  /// Returns the approximate cost, in samples: erasures of each block in several steps.
  static func samples(dimension: Int) -> Int { 250 * dimension * dimension }

  /// Returns whether each module of the repaired code is dark, or nil if it has too many errors.
  func darkModules() -> [Bool]? {
    let own = QRFormat.mostLikely(contrasts, dimension: dimension)
    let mirrored = QRFormat.mostLikely(transposed, dimension: dimension)
    let isMirrored = mirrored.resemblance > own.resemblance
    return Self.repaired(
      isMirrored ? transposed : contrasts, dimension, isMirrored ? mirrored.format : own.format)
  }

  /// The contrasts with rows and columns exchanged.
  private var transposed: [Float] {
    contrasts.indices.map { contrasts[$0 % dimension * dimension + $0 / dimension] }
  }

  private static func repaired(_ contrasts: [Float], _ dimension: Int, _ format: QRFormat) -> [Bool]? {
    let modules = QRModules(dimension: dimension, dark: contrasts.map { $0 < 0 })
    let places = modules.dataModules
    var codewords = modules.codewords(format)
    let certainties = codewords.indices.map { index in
      certainty(places[8 * index..<8 * index + 8].map { abs(contrasts[$0]) })
    }
    let blocks = QRBlocks(version: modules.version, level: format.level, codewordCount: codewords.count)
    for number in 0..<blocks.count {
      let indices = blocks.block(number, of: Array(codewords.indices))
      let read = indices.map { codewords[$0] }
      guard let block = corrected(read, indices.map { certainties[$0] }, blocks.correctionCount) else { return nil }
      for (index, codeword) in zip(indices, block) { codewords[index] = codeword }
    }
    return dark(modules, codewords, at: places, format)
  }

  /// Returns the certainty of a codeword: that of its least certain module, and a part of the next one's.
  private static func certainty(_ contrasts: [Float]) -> Float {
    let sorted = contrasts.sorted()
    return sorted[0] + 0.3 * sorted[1]
  }

  /// Returns a block corrected with the fewest erasures that suffice, or nil.
  private static func corrected(_ block: [UInt8], _ certainties: [Float], _ correctionCount: Int) -> [UInt8]? {
    let order = block.indices.sorted { certainties[$0] < certainties[$1] }
    // An odd number of remaining codewords corrects no more errors than the even number below.
    for count in stride(from: correctionCount % 2, through: correctionCount, by: 2) {
      let erasures = Array(order.prefix(count))
      guard protection(count, 0, correctionCount, block.count) >= leastProtection else { return nil }
      guard let corrected = ReedSolomon.corrected(block, correctionCount: correctionCount, erasures: erasures)
      else { continue }
      let errorCount = order.dropFirst(count).count { corrected[$0] != block[$0] }
      if protection(count, errorCount, correctionCount, block.count) >= leastProtection { return corrected }
    }
    return nil
  }

  /// Returns the binary logarithm of the number of random blocks of which one can be corrected like this.
  private static func protection(
    _ erasureCount: Int, _ errorCount: Int, _ correctionCount: Int, _ count: Int
  ) -> Double {
    let places = Double(count - erasureCount)
    let errors = Double(errorCount)
    let choices = lgamma(places + 1) - lgamma(errors + 1) - lgamma(places - errors + 1)
    return 8 * Double(correctionCount - erasureCount - errorCount) - choices / log(2)
  }

  /// Returns the modules of a code with codewords at the given places and intact function patterns.
  private static func dark(
    _ modules: QRModules, _ codewords: [UInt8], at places: [Int], _ format: QRFormat
  ) -> [Bool] {
    let dimension = modules.dimension
    var dark = modules.dark
    for point in QRFunctionPatterns.points(dimension: dimension, offset: 0) {
      dark[Int(point.y) * dimension + Int(point.x)] = point.expected < 0
    }
    for place in format.places(dimension: dimension) { dark[place.index] = place.isDark }
    for (place, index) in places.prefix(8 * codewords.count).enumerated() {
      let bit = codewords[place / 8] >> (7 - place % 8) & 1 == 1
      dark[index] = bit != format.turns(column: index % dimension, row: index / dimension)
    }
    return dark
  }
}
