import Glibc
public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A drawn, softly shaded face that face cascades detect and that depicts no real person.
public struct DrawnFace: Sendable {
  /// The centre, in pixels.
  public var center: Point
  /// The size, in pixels, from slightly above the hairline to slightly below the chin.
  public var size: Double
  /// The roll angle, in degrees clockwise.
  public var roll: Double
  /// The lightness of the skin, 0 to 255.
  public var lightness: Double

  /// Creates a face.
  public init(center: Point, size: Double, roll: Double = 0, lightness: Double = 200) {
    self.center = center
    self.size = size
    self.roll = roll
    self.lightness = lightness
  }

  /// Draws faces on a new grey image; later faces cover earlier ones.
  ///
  /// - Parameters:
  ///   - faces: The faces.
  ///   - width: The width of the image, in pixels.
  ///   - height: The height of the image, in pixels.
  ///   - ground: Returns the luma of the background at a pixel (default: 96 everywhere).
  /// - Returns: The image, in the format `.grey`.
  /// - Throws: `MediaError`, or `WorkLimitError` within a limit.
  public static func picture(
    _ faces: [DrawnFace], width: Int, height: Int, ground: (_ x: Int, _ y: Int) -> Double = { _, _ in 96 }
  ) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .grey, width: width, height: height, rowAlignment: 1)
    var lumas = (0..<width * height).map { ground($0 % width, $0 / width) }
    for face in faces { try face.draw(in: &lumas, width: width, height: height) }
    try picture.withUnsafeMutablePlane(0) { bytes in
      for index in lumas.indices { bytes[index] = UInt8(min(max(lumas[index], 0), 255)) }
    }
    return picture
  }

  /// Returns the fraction of a pixel that the face covers, 0 to 1.
  func share(x: Double, y: Double) -> Double {
    let (u, v) = localCoordinates(x, y)
    return coverage(radius(u, v))
  }

  /// Converts a position to the face's rotated coordinates, in half sizes from the centre.
  private func localCoordinates(_ x: Double, _ y: Double) -> (u: Double, v: Double) {
    let sine = sin(roll * .pi / 180)
    let cosine = cos(roll * .pi / 180)
    let dx = x - center.x
    let dy = y - center.y
    return ((dx * cosine + dy * sine) / (size / 2), (dy * cosine - dx * sine) / (size / 2))
  }

  /// Returns the relative distance from the centre, which is 1 at the edge of the face.
  private func radius(_ u: Double, _ v: Double) -> Double { hypot(u / 0.78, v / 1.05) }

  private func coverage(_ radius: Double) -> Double { step(1 - radius, sharpness: size / 4) }

  private func draw(in lumas: inout [Double], width: Int, height: Int) throws {
    let columns = extent(center.x, width)
    for y in extent(center.y, height) {
      try WorkLimit.check()
      for x in columns {
        let (u, v) = localCoordinates(Double(x) + 0.5, Double(y) + 0.5)
        let radius = radius(u, v)
        let share = coverage(radius)
        guard share > 0.001 else { continue }
        lumas[y * width + x] += share * (luma(u, v, radius) - lumas[y * width + x])
      }
    }
  }

  /// Returns the range of pixels that the face may cover along an axis.
  private func extent(_ middle: Double, _ count: Int) -> Range<Int> {
    let low = max(0, min(count, Int(middle - size * 0.7)))
    return low..<max(low, min(count, Int(middle + size * 0.7)))
  }

  /// Returns the luma at a position, in half sizes from the centre.
  private func luma(_ u: Double, _ v: Double, _ radius: Double) -> Double {
    var luma = lightness - 45 * pow(min(radius, 1), 4)
    for part in Self.parts {
      luma += part.light * exp(-0.5 * (square((u - part.x) / part.width) + square((v - part.y) / part.height)))
    }
    let hair = step(-(v + 0.78 + 0.25 * u * u), sharpness: size * 0.12)
    return luma * (1 - hair) + 45 * hair
  }

  private func square(_ value: Double) -> Double { value * value }

  /// Returns a smooth step from 0 to 1 around 0, a few pixels wide.
  private func step(_ value: Double, sharpness: Double) -> Double { 1 / (1 + exp(-value * sharpness)) }

  /// A soft spot of a face: its change of luma, position and size.
  private struct Part {
    let light, x, y, width, height: Double
  }

  private static let parts: [Part] = {
    let once = [
      Part(light: 16, x: 0, y: 0.02, width: 0.06, height: 0.2),  // the ridge of the nose
      Part(light: 10, x: 0, y: -0.62, width: 0.35, height: 0.14),  // the forehead
      Part(light: -70, x: 0, y: 0.52, width: 0.24, height: 0.045),  // the mouth
      Part(light: -18, x: 0, y: 0.66, width: 0.2, height: 0.04),  // below it
      Part(light: 8, x: 0, y: 0.82, width: 0.2, height: 0.08),  // the chin
    ]
    let twice = [
      Part(light: -62, x: 0.34, y: -0.17, width: 0.17, height: 0.1),  // the socket of an eye
      Part(light: -45, x: 0.34, y: -0.16, width: 0.055, height: 0.05),  // the eye
      Part(light: -40, x: 0.34, y: -0.36, width: 0.19, height: 0.035),  // the brow
      Part(light: 14, x: 0.42, y: 0.25, width: 0.16, height: 0.14),  // the cheek
      Part(light: -30, x: 0.1, y: 0.22, width: 0.045, height: 0.035),  // a nostril
      Part(light: -16, x: 0.17, y: 0.08, width: 0.05, height: 0.18),  // the side of the nose
    ]
    return once
      + twice.flatMap { part in
        [1.0, -1].map { Part(light: part.light, x: part.x * $0, y: part.y, width: part.width, height: part.height) }
      }
  }()
}
