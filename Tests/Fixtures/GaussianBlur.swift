import Glibc
public import OpenCaptureMediaSamples

/// A separable Gaussian blur, similar to an unfocused lens; the outermost pixels are repeated beyond the picture.
public struct GaussianBlur: Sendable {
  private let weights: [Double]

  /// Makes the blur; `sigma` is in pixels, 0 for no blur.
  public init(sigma: Double) {
    let radius = Int((3 * sigma).rounded(.up))
    let bell = (-radius...radius).map { sigma > 0 ? exp(-Double($0 * $0) / (2 * sigma * sigma)) : 1 }
    weights = bell.map { $0 / bell.reduce(0, +) }
  }

  /// Returns a blurred copy of a grey picture of consecutive rows.
  public func blurred(_ picture: PixelBuffer) throws -> PixelBuffer {
    let values = blurred(picture.withUnsafePlane(0) { $0.map(Double.init) }, width: picture.width)
    var copy = try picture.copy()
    try copy.withUnsafeMutablePlane(0) { pixels in
      for index in values.indices { pixels[index] = UInt8(values[index]) }
    }
    return copy
  }

  /// Blurs a picture of consecutive rows.
  public func blurred(_ values: [Double], width: Int) -> [Double] {
    transposed(
      alongRows(transposed(alongRows(values, width), width), values.count / width), values.count / width)
  }

  private func alongRows(_ values: [Double], _ width: Int) -> [Double] {
    let radius = weights.count / 2
    return values.indices.map { index in
      let start = index / width * width
      let x = index % width
      var sum = 0.0
      for offset in -radius...radius {
        sum += weights[offset + radius] * values[start + max(0, min(width - 1, x + offset))]
      }
      return sum
    }
  }

  private func transposed(_ values: [Double], _ width: Int) -> [Double] {
    let height = values.count / width
    return values.indices.map { values[$0 % height * width + $0 / height] }
  }
}
