public import OpenCaptureMediaSamples

/// A perspective view of a flat object.
public struct PerspectiveView: Sendable {
  /// The corners of the unit square in the picture: top left, top right, bottom right, bottom left.
  public var corners: [Point]

  /// Makes a view.
  public init(corners: [Point]) { self.corners = corners }

  /// Makes the view of a square, rotated about its middle and tilted away from the camera.
  ///
  /// - Parameters:
  ///   - degrees: The clockwise rotation.
  ///   - lean: The fraction by which the right side is shorter than the left one.
  public init(middle: Point, side: Double, turnedBy degrees: Double, lean: Double) {
    let (sine, cosine) = Self.sineAndCosine(degrees)
    corners = [(-0.5, -0.5), (0.5, -0.5 * (1 - lean)), (0.5, 0.5 * (1 - lean)), (-0.5, 0.5)].map { x, y in
      Point(x: middle.x + side * (x * cosine - y * sine), y: middle.y + side * (x * sine + y * cosine))
    }
  }

  private static func sineAndCosine(_ degrees: Double) -> (Double, Double) {
    // The Taylor series needs no library and suffices for angles of this size.
    let x = degrees * .pi / 180
    var sine = 0.0
    var cosine = 0.0
    var term = 1.0
    for n in 0..<40 {
      if n.isMultiple(of: 2) {
        cosine += n % 4 == 0 ? term : -term
      } else {
        sine += n % 4 == 1 ? term : -term
      }
      term *= x / Double(n + 1)
    }
    return (sine, cosine)
  }

  /// Maps a point of the unit square to the picture.
  public func apply(_ place: Point) -> Point {
    let m = matrix
    let w = m.6 * place.x + m.7 * place.y + 1
    return Point(x: (m.0 * place.x + m.1 * place.y + m.2) / w, y: (m.3 * place.x + m.4 * place.y + m.5) / w)
  }

  /// Maps a point of the picture to the unit square.
  public func invert(_ place: Point) -> Point {
    let (a, b, c, d, e, f, g, h) = matrix
    // Uses the adjugate of the matrix; its scale cancels.
    let x = (e - f * h) * place.x + (c * h - b) * place.y + (b * f - c * e)
    let y = (f * g - d) * place.x + (a - c * g) * place.y + (c * d - a * f)
    let w = (d * h - e * g) * place.x + (b * g - a * h) * place.y + (a * e - b * d)
    return Point(x: x / w, y: y / w)
  }

  private var matrix: (Double, Double, Double, Double, Double, Double, Double, Double) {
    let p0 = corners[0]
    let p1 = corners[1]
    let p2 = corners[2]
    let p3 = corners[3]
    let dx1 = p1.x - p2.x
    let dx2 = p3.x - p2.x
    let sx = p0.x - p1.x + p2.x - p3.x
    let dy1 = p1.y - p2.y
    let dy2 = p3.y - p2.y
    let sy = p0.y - p1.y + p2.y - p3.y
    let determinant = dx1 * dy2 - dx2 * dy1
    let g = (sx * dy2 - dx2 * sy) / determinant
    let h = (dx1 * sy - sx * dy1) / determinant
    return (
      p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x, p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y, g,
      h
    )
  }

  /// Draws the dark parts of the unit square on white in grey; each pixel is the mean of 16 samples.
  public func picture(
    width: Int, height: Int, dark: UInt8 = 20, light: UInt8 = 230, isDark: (Point) -> Bool
  ) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .grey, width: width, height: height, rowAlignment: 1)
    let offsets = [0.125, 0.375, 0.625, 0.875]
    try picture.withUnsafeMutablePlane(0) { pixels in
      for y in 0..<height {
        for x in 0..<width {
          var sum = 0
          for dy in offsets {
            for dx in offsets {
              let place = invert(Point(x: Double(x) + dx, y: Double(y) + dy))
              let isInside = (0..<1).contains(place.x) && (0..<1).contains(place.y)
              sum += Int(isInside && isDark(place) ? dark : light)
            }
          }
          pixels[y * width + x] = UInt8(sum / 16)
        }
      }
    }
    return picture
  }
}

extension QRSymbol {
  /// Returns whether a point is dark, in the unit square filled by the code.
  public func isDark(at place: Point) -> Bool {
    isDark(column: Int(place.x * Double(side)), row: Int(place.y * Double(side)))
  }
}
