import COpenCaptureCodes
import OpenCaptureMediaSamples

/// The grey values of a code's modules, row by row.
struct ModuleGrid: Sendable, Hashable {
  let dimension: Int
  var values: [Float]

  /// Creates a grid from values.
  init(dimension: Int, values: [Float]) {
    self.dimension = dimension
    self.values = values
  }

  /// Samples a picture at the modules of a code; nil if the code has no area.
  init?(_ picture: ccodes_picture, _ shape: some QRShape, mesh: ModuleMesh? = nil) {
    dimension = shape.dimension
    var places: [Float] = []
    places.reserveCapacity(dimension * dimension * 10)
    for row in 0..<dimension {
      for column in 0..<dimension {
        var middle = Point(x: Double(column) + 0.5, y: Double(row) + 0.5)
        if let mesh { middle = middle + mesh.shift(x: middle.x, y: middle.y) }
        guard let map = shape.map(at: middle) else { return nil }
        for (dx, dy) in [(0, 0), (-0.16, 0), (0.16, 0), (0, -0.16), (0, 0.16)] {
          let place = map.apply(x: middle.x + dx, y: middle.y + dy)
          places.append(Float(place.x))
          places.append(Float(place.y))
        }
      }
    }
    var samples = [Float](repeating: 0, count: places.count / 2)
    ccodes_sample(picture, ProjectiveMap.identity.matrix, places, samples.count, &samples)
    values = (0..<dimension * dimension).map { index in samples[index * 5..<index * 5 + 5].reduce(0, +) / 5 }
  }

  /// Returns the grid sharpened by the difference of each module from its neighbours.
  func sharpened(_ amount: Float) -> Self {
    var sharp = self
    for row in 0..<dimension {
      for column in 0..<dimension {
        let left = max(0, column - 1)
        let right = min(dimension - 1, column + 1)
        let above = max(0, row - 1)
        let below = min(dimension - 1, row + 1)
        let around =
          (values[row * dimension + left] + values[row * dimension + right] + values[above * dimension + column]
            + values[below * dimension + column]) / 4
        let own = values[row * dimension + column]
        sharp.values[row * dimension + column] = own + amount * (own - around)
      }
    }
    return sharp
  }

  /// Returns whether each module is dark: below the mean of the modules within `radius`.
  func darkModules(radius: Int) -> [Bool] { zip(values, means(radius: radius)).map { $0 < $1 } }

  /// Returns the differences of the modules from the mean within `radius`, relative to the deviation there.
  ///
  /// They are near 0 if a module is neither light nor dark, or has no contrast to its surroundings.
  func contrasts(radius: Int) -> [Float] {
    let differences = zip(values, means(radius: radius)).map { $0 - $1 }
    let squares = Self(dimension: dimension, values: differences.map { $0 * $0 }).means(radius: radius)
    // A deviation of less than two grey values is noise.
    return zip(differences, squares).map { $0 / max($1, 4).squareRoot() }
  }

  /// Returns the mean of the modules within `radius` of each module.
  private func means(radius: Int) -> [Float] {
    var sums = [Float](repeating: 0, count: (dimension + 1) * (dimension + 1))
    let stride = dimension + 1
    for row in 0..<dimension {
      for column in 0..<dimension {
        sums[(row + 1) * stride + column + 1] =
          values[row * dimension + column] + sums[row * stride + column + 1] + sums[(row + 1) * stride + column]
          - sums[row * stride + column]
      }
    }
    return (0..<dimension * dimension).map { index in
      let row = index / dimension
      let column = index % dimension
      let top = max(0, row - radius)
      let bottom = min(dimension, row + radius + 1)
      let left = max(0, column - radius)
      let right = min(dimension, column + radius + 1)
      let sum =
        sums[bottom * stride + right] - sums[top * stride + right] - sums[bottom * stride + left]
        + sums[top * stride + left]
      return sum / Float((bottom - top) * (right - left))
    }
  }

  /// The possible readings of the modules, computed on demand: unsharpened, then sharpened.
  var readings: some Sequence<[Bool]> {
    [(sharpening: Float(0), radius: 6), (0.7, 6), (0.4, dimension), (1.2, 4)].lazy.map {
      sharpened($0.sharpening).darkModules(radius: $0.radius)
    }
  }

  /// Renders modules as a clean picture for an engine to decode.
  static func picture(dimension: Int, dark: [Bool], scale: Int = 4) throws(MediaError) -> PixelBuffer {
    let quiet = 4
    let side = (dimension + 2 * quiet) * scale
    return try PixelBuffer.grey(width: side, height: side) { pixels in
      for y in 0..<side {
        for x in 0..<side {
          let column = x / scale - quiet
          let row = y / scale - quiet
          let isInside = (0..<dimension).contains(column) && (0..<dimension).contains(row)
          pixels[y * side + x] = isInside && dark[row * dimension + column] ? 0 : 255
        }
      }
    }
  }
}
