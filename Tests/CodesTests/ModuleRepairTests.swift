import Fixtures
import Testing
@testable import OpenCaptureCodes

@Suite("Repair of unreadable modules")
struct ModuleRepairTests {
  /// Returns the contrasts of a code, with uncertain random ones in some rows.
  private func contrasts(_ symbol: QRSymbol, unreadable rows: Range<Int>) -> [Float] {
    var random = SeededGenerator(seed: 5)
    return (0..<symbol.side * symbol.side).map { index in
      let row = index / symbol.side
      guard !rows.contains(row) else { return Float.random(in: -0.2...0.2, using: &random) }
      return symbol.isDark(column: index % symbol.side, row: row) ? -1 : 1
    }
  }

  private func modules(_ symbol: QRSymbol) -> [Bool] {
    (0..<symbol.side * symbol.side).map {
      symbol.isDark(column: $0 % symbol.side, row: $0 / symbol.side)
    }
  }

  @Test(
    "More modules are repaired than error correction alone can correct, in codes of one and several blocks",
    arguments: [(version: 3, rows: 10..<14), (version: 7, rows: 14..<21)])
  func repaired(_ version: Int, _ rows: Range<Int>) throws {
    let symbol = try #require(QRSymbol("known to be unknown", level: .quartile, version: version))
    let contrasts = contrasts(symbol, unreadable: rows)
    let read = QRModules(dimension: symbol.side, dark: contrasts.map { $0 < 0 })
    #expect(read.segments == nil)
    let repair = ModuleRepair(dimension: symbol.side, contrasts: contrasts)
    #expect(repair.darkModules() == modules(symbol))
  }

  @Test("The modules of a mirrored code are repaired into one that isn't")
  func mirrored() throws {
    let symbol = try #require(QRSymbol("from behind", level: .quartile, version: 3))
    let contrasts = contrasts(symbol, unreadable: 10..<14)
    let side = symbol.side
    let mirrored = contrasts.indices.map { contrasts[$0 % side * side + $0 / side] }
    #expect(ModuleRepair(dimension: side, contrasts: mirrored).darkModules() == modules(symbol))
  }

  @Test("Random modules are never repaired", arguments: [21, 25, 29, 45])
  func nonsense(_ dimension: Int) {
    var random = SeededGenerator(seed: UInt64(dimension))
    for _ in 0..<1000 {
      let contrasts = (0..<dimension * dimension).map { _ in Float.random(in: -1...1, using: &random) }
      #expect(ModuleRepair(dimension: dimension, contrasts: contrasts).darkModules() == nil)
    }
  }

  @Test("A code is not guessed from too few readable modules")
  func unprotected() throws {
    let symbol = try #require(QRSymbol("gone", level: .quartile, version: 3))
    let repair = ModuleRepair(dimension: symbol.side, contrasts: contrasts(symbol, unreadable: 9..<20))
    #expect(repair.darkModules() == nil)
  }

  @Test("Erasures count half as much as errors at unknown places")
  func erasures() {
    let block = ReedSolomon.exampleBlock
    var random = SeededGenerator(seed: 8)
    for erasureCount in 0...10 {
      for errorCount in 0...6 {
        let places = block.indices.shuffled(using: &random)
        var damaged = block
        for place in places.prefix(erasureCount + errorCount) {
          damaged[place] ^= UInt8.random(in: 1...255, using: &random)
        }
        let corrected = ReedSolomon.corrected(
          damaged, correctionCount: 10, erasures: Array(places.prefix(erasureCount)))
        #expect((corrected == block) == (erasureCount + 2 * errorCount <= 10), "\(erasureCount), \(errorCount)")
      }
    }
  }
}
