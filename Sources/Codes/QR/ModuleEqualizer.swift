import COpenCaptureCodes
import Glibc

/// Takes back what blur does to the modules of a code: each lends its neighbours some of its grey.
///
/// How much, and in which direction, a code tells by itself: of its finder patterns and quiet zone all modules are
/// known, so a blur is fitted to what is seen of them. Then the modules are found that it would make what is seen of.
struct ModuleEqualizer {
  private static let reach = 2
  private static let taps = (2 * reach + 1) * (2 * reach + 1)

  private let grid: ModuleGrid
  /// 1 light, -1 dark, for modules that are the same in every code of the size; 0 for others.
  private let known: [Float]

  init(_ grid: ModuleGrid) {
    self.grid = grid
    var known = [Float](repeating: 0, count: grid.dimension * grid.dimension)
    for point in QRFunctionPatterns.points(dimension: grid.dimension, offset: 0) {
      known[Int(point.y) * grid.dimension + Int(point.x)] = point.expected
    }
    self.known = known
  }

  /// About what it takes, in samples: rounds over all modules, each of which is mixed of those around it.
  static func samples(dimension: Int) -> Int { 250 * dimension * dimension }

  /// Which modules are dark; nil where the blur can't be told.
  func darkModules() -> [Bool]? {
    guard let fitted = fittedBlur() else { return nil }
    let (side, half) = (grid.dimension, Float(grid.dimension) / 2)
    let seen = grid.values.indices.map { index -> Float in
      let (x, y) = ((Float(index % side) - half) / half, (Float(index / side) - half) / half)
      return (grid.values[index] - fitted.light.middle - fitted.light.x * x - fitted.light.y * y) / fitted.contrast
    }
    var scratch = [Float](repeating: 0, count: ccodes_unblur_scratch_size(Int32(side)))
    var modules = [Float](repeating: 0, count: side * side)
    ccodes_unblur(seen, known, Int32(side), fitted.kernel, &scratch, &modules)
    return modules.map { $0 < 0 }
  }

  /// What is around a module, as a blur takes it: what is outside of the code is light.
  private func surroundings(_ index: Int, _ modules: [Float]) -> [Float] {
    let (column, row) = (index % grid.dimension, index / grid.dimension)
    var values: [Float] = []
    values.reserveCapacity(Self.taps + 3)
    for dy in -Self.reach...Self.reach {
      for dx in -Self.reach...Self.reach {
        let isInside = (0..<grid.dimension).contains(column + dx) && (0..<grid.dimension).contains(row + dy)
        values.append(isInside ? modules[(row + dy) * grid.dimension + column + dx] : 1)
      }
    }
    let half = Float(grid.dimension) / 2
    return values + [1, (Float(column) - half) / half, (Float(row) - half) / half]
  }

  /// How modules become what is seen.
  private struct Fitted {
    var kernel: [Float]
    /// Half of what lies between light and dark.
    var contrast: Float
    /// What lies between them in the middle of the code, and how it changes to its edges.
    var light: (middle: Float, x: Float, y: Float)
    var error: Double
  }

  /// The blur that explains best what is seen of the modules of which everything around is known: a bell, long or round,
  /// in light that changes evenly.
  private func fittedBlur() -> Fitted? {
    let rows = known.indices.filter { known[$0] != 0 }.map { (index: $0, around: surroundings($0, known)) }
      .filter { !$0.around.prefix(Self.taps).contains(0) }
    guard rows.count > 60 else { return nil }
    var blur = Blur(xx: 0.15, xy: 0, yy: 0.15)
    guard var best = fit(blur, rows) else { return nil }
    for step in [0.3, 0.15, 0.07] {
      var hasImproved = true
      while hasImproved {
        hasImproved = false
        for next in blur.neighbours(by: step) {
          guard let fitted = fit(next, rows), fitted.error < best.error * 0.999 else { continue }
          (blur, best, hasImproved) = (next, fitted, true)
        }
      }
    }
    return best
  }

  private typealias Row = (index: Int, around: [Float])

  /// The contrast and the light that fit best with a blur, and what is left unexplained.
  private func fit(_ blur: Blur, _ rows: [Row]) -> Fitted? {
    let kernel = blur.kernel(reach: Self.reach)
    var matrix = Array(repeating: Array(repeating: 0.0, count: 5), count: 4)
    let equations = rows.map { row -> (terms: [Double], value: Double) in
      let mixed = zip(kernel, row.around).reduce(Float(0)) { $0 + $1.0 * $1.1 }
      return ([Double(mixed)] + row.around.suffix(3).map(Double.init), Double(grid.values[row.index]))
    }
    for (terms, value) in equations {
      for i in 0..<4 {
        for j in 0..<4 { matrix[i][j] += terms[i] * terms[j] }
        matrix[i][4] += terms[i] * value
      }
    }
    guard let solution = LinearSystem.solve(matrix), solution[0] > 0 else { return nil }
    let error = equations.reduce(0.0) { sum, equation in
      let rest = zip(solution, equation.terms).reduce(equation.value) { $0 - $1.0 * $1.1 }
      return sum + rest * rest
    }
    return Fitted(
      kernel: kernel, contrast: Float(solution[0]),
      light: (Float(solution[1]), Float(solution[2]), Float(solution[3])), error: error)
  }

  /// A bell by its variances, in modules.
  private struct Blur {
    var xx, xy, yy: Double

    func neighbours(by step: Double) -> [Blur] {
      [
        (step, 0, 0), (-step, 0, 0), (0, 0, step), (0, 0, -step), (step, 0, step), (-step, 0, -step),
        (0, step / 2, 0), (0, -step / 2, 0),
      ].map { Blur(xx: xx + $0.0, xy: xy + $0.1, yy: yy + $0.2) }
        .filter { $0.xx > 0.02 && $0.yy > 0.02 && $0.xx < 3 && $0.yy < 3 && $0.xx * $0.yy > 1.05 * $0.xy * $0.xy }
    }

    /// What each module around gives, all together 1: the mean of nine places in it.
    func kernel(reach: Int) -> [Float] {
      let determinant = xx * yy - xy * xy
      var values: [Float] = []
      for row in -reach...reach {
        for column in -reach...reach {
          var sum = 0.0
          for i in -1...1 {
            for j in -1...1 {
              let (x, y) = (Double(column) + Double(i) / 3, Double(row) + Double(j) / 3)
              sum += exp(-(yy * x * x - 2 * xy * x * y + xx * y * y) / (2 * determinant))
            }
          }
          values.append(Float(sum))
        }
      }
      let total = values.reduce(0, +)
      return values.map { $0 / total }
    }
  }
}
