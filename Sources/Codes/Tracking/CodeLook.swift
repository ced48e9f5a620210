import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// What a picture looks like inside the outline of a code: grey values at places that lie in it like a grid.
struct CodeLook: Sendable {
  private let values: [Float]

  /// Takes the look of a place.
  ///
  /// - Parameter corners: The outline, in device coordinates.
  init(_ luma: PixelBuffer, _ corners: Corners) {
    let (width, height) = (Double(luma.width), Double(luma.height))
    let places = [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft].map {
      Point(x: $0.x * width, y: $0.y * height)
    }
    guard let map = ProjectiveMap(unitSquareTo: places[0], places[1], places[2], places[3]) else {
      values = []
      return
    }
    var values = [Float](repeating: 0, count: Self.grid.count / 2)
    luma.withPicture { ccodes_sample($0, map.matrix, Self.grid, values.count, &values) }
    self.values = values
  }

  /// Modules of usual codes are as far apart as these places, or farther.
  private static let side = 32

  private static let grid: [Float] = (0..<side * side).flatMap { index -> [Float] in
    let (x, y) = (Float(index % side) + 0.5, Float(index / side) + 0.5)
    return [x / Float(side), y / Float(side)]
  }

  /// Whether two looks are of the same thing in the same place, whatever the light: their correlation is near 1.
  ///
  /// A code that has moved by a good part of a module, or another code, has half that.
  func isSame(as other: Self) -> Bool {
    guard !values.isEmpty, values.count == other.values.count else { return false }
    return Correlation.of(values, other.values) > 0.95
  }
}
