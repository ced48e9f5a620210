import COpenCaptureCodes
import Glibc

/// An equalizer that removes blur between the modules of a code.
///
/// Blur mixes the grey of neighbouring modules. The modules of the finder patterns and the quiet zone are known, so
/// a blur kernel is fitted to their grey values. Then a search finds the modules that this kernel would turn into
/// the observed values.
struct ModuleEqualizer {
  private static let reach = 2
  private static let taps = (2 * reach + 1) * (2 * reach + 1)

  private let grid: ModuleGrid
  /// The modules that are the same in every code of this size: 1 light, -1 dark, 0 unknown.
  private let known: [Float]

  init(_ grid: ModuleGrid) {
    self.grid = grid
    var known = [Float](repeating: 0, count: grid.dimension * grid.dimension)
    for point in QRFunctionPatterns.points(dimension: grid.dimension, offset: 0) {
      known[Int(point.y) * grid.dimension + Int(point.x)] = point.expected
    }
    self.known = known
  }

  /// Returns the approximate cost, in samples: several rounds over all modules and their neighbours.
  static func samples(dimension: Int) -> Int { 250 * dimension * dimension }

  /// Returns whether each module is dark, or nil if no blur kernel can be fitted.
  func darkModules() -> [Bool]? {
    guard let fitted = fittedBlur() else { return nil }
    let side = grid.dimension
    let half = Float(grid.dimension) / 2
    let seen = grid.values.indices.map { index -> Float in
      let x = (Float(index % side) - half) / half
      let y = (Float(index / side) - half) / half
      return (grid.values[index] - fitted.light.middle - fitted.light.x * x - fitted.light.y * y) / fitted.contrast
    }
    var scratch = [Float](repeating: 0, count: ccodes_unblur_scratch_size(Int32(side)))
    var modules = [Float](repeating: 0, count: side * side)
    ccodes_unblur(seen, known, Int32(side), fitted.kernel, &scratch, &modules)
    return modules.map { $0 < 0 }
  }

  /// Returns the modules around a module, light outside the code, followed by the terms of the lighting model.
  private func surroundings(_ index: Int, _ modules: [Float]) -> [Float] {
    let column = index % grid.dimension
    let row = index / grid.dimension
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

  /// A fitted model of the observed grey values.
  private struct Fitted {
    var kernel: [Float]
    /// Half of the difference between light and dark.
    var contrast: Float
    /// The mean of light and dark in the centre of the code, and its gradient.
    var light: (middle: Float, x: Float, y: Float)
    var error: Double
  }

  /// Fits a round or elongated Gaussian and linear lighting to the known modules with known surroundings.
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
          blur = next
          best = fitted
          hasImproved = true
        }
      }
    }
    return best
  }

  private typealias Row = (index: Int, around: [Float])

  /// Fits contrast and lighting for a given blur and computes the remaining error.
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
    guard let solution = Self.solve(matrix), solution[0] > 0 else { return nil }
    let error = equations.reduce(0.0) { sum, equation in
      let rest = zip(solution, equation.terms).reduce(equation.value) { $0 - $1.0 * $1.1 }
      return sum + rest * rest
    }
    return Fitted(
      kernel: kernel, contrast: Float(solution[0]),
      light: (Float(solution[1]), Float(solution[2]), Float(solution[3])), error: error)
  }

  /// Solves equations, given as coefficients followed by the right side; nil if the solution isn't unique.
  private static func solve(_ rows: [[Double]]) -> [Double]? {
    var rows = rows
    let count = rows.count
    for column in 0..<count {
      guard let pivot = (column..<count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-9
      else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<count where row != column {
        let factor = rows[row][column] / rows[column][column]
        guard factor != 0 else { continue }
        for place in column...count { rows[row][place] -= factor * rows[column][place] }
      }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
  }

  /// A Gaussian, described by its covariance in modules.
  private struct Blur {
    var xx, xy, yy: Double

    func neighbours(by step: Double) -> [Blur] {
      [
        (step, 0, 0), (-step, 0, 0), (0, 0, step), (0, 0, -step), (step, 0, step), (-step, 0, -step),
        (0, step / 2, 0), (0, -step / 2, 0),
      ].map { Blur(xx: xx + $0.0, xy: xy + $0.1, yy: yy + $0.2) }
        .filter { $0.xx > 0.02 && $0.yy > 0.02 && $0.xx < 3 && $0.yy < 3 && $0.xx * $0.yy > 1.05 * $0.xy * $0.xy }
    }

    /// Returns the weight of each surrounding module, the mean of nine points, normalized to a sum of 1.
    func kernel(reach: Int) -> [Float] {
      let determinant = xx * yy - xy * xy
      var values: [Float] = []
      for row in -reach...reach {
        for column in -reach...reach {
          var sum = 0.0
          for i in -1...1 {
            for j in -1...1 {
              let x = Double(column) + Double(i) / 3
              let y = Double(row) + Double(j) / 3
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
