import Fixtures
import OpenCaptureMediaSamples
import Testing
@testable import OpenCaptureCodes

@Suite("Removal of blur from modules")
struct ModuleEqualizerTests {
  /// Returns the grid of a code with blur and uneven lighting.
  private func blurred(_ symbol: QRSymbol, _ kernel: [(dx: Int, dy: Int, weight: Float)]) throws -> ModuleGrid {
    let side = symbol.side
    let lattice = QRLattice(
      dimension: side,
      anchors: [
        (3.5, 3.5), (Double(side) - 3.5, 3.5), (Double(side) - 3.5, Double(side) - 3.5), (3.5, Double(side) - 3.5),
      ]
      .map { Point(x: $0.0, y: $0.1) })
    var grid = try #require(try symbol.picture(pixelsPerModule: 1).withPicture { ModuleGrid($0, lattice) })
    grid.values = (0..<side * side).map { index in
      let column = index % side
      let row = index / side
      let mixed = kernel.reduce(Float(0)) {
        $0 + $1.weight * (symbol.isDark(column: column + $1.dx, row: row + $1.dy) ? -1 : 1)
      }
      return 120 + 50 * mixed + Float(column) - 0.5 * Float(row)
    }
    return grid
  }

  private func wrong(_ modules: [Bool], _ symbol: QRSymbol) -> Int {
    modules.indices.count { modules[$0] != symbol.isDark(column: $0 % symbol.side, row: $0 / symbol.side) }
  }

  @Test(
    "Modules with motion blur and out of focus are read where thresholding fails")
  func taken() throws {
    let symbol = try #require(QRSymbol("as sharp as it was", level: .low, version: 4))
    let motion: [(Int, Int, Float)] = [(-2, 0, 0.04), (-1, 0, 0.22), (0, 0, 0.48), (1, 0, 0.22), (2, 0, 0.04)]
    let weights: [Float] = [0.01, 0.2, 0.58, 0.2, 0.01]
    let focus = (0..<25).map { place -> (Int, Int, Float) in
      (place % 5 - 2, place / 5 - 2, weights[place % 5] * weights[place / 5])
    }
    for kernel in [motion, focus] {
      let grid = try blurred(symbol, kernel)
      let guess = grid.darkModules(radius: 6)
      let equalizer = ModuleEqualizer(grid)
      let equalized = try #require(equalizer.darkModules())
      #expect(wrong(guess, symbol) > 40)
      #expect(wrong(equalized, symbol) < 6)
    }
  }

  @Test("Sharp modules are unchanged")
  func sharp() throws {
    let symbol = try #require(QRSymbol("sharp", version: 2))
    let grid = try blurred(symbol, [(0, 0, 1)])
    let equalizer = ModuleEqualizer(grid)
    let equalized = try #require(equalizer.darkModules())
    #expect(wrong(equalized, symbol) == 0)
  }
}
