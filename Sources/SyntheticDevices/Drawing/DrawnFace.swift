import Glibc
public import OpenCaptureMediaSamples

/// A face that is drawn, softly shaded, so that cascades for faces find it: nobody's, so it can be had everywhere.
public struct DrawnFace: Sendable {
  /// The middle, in pixels.
  public var center: Point
  /// From the hairline to the chin, and a little more, in pixels.
  public var size: Double
  /// How far it is tilted, in degrees clockwise.
  public var roll: Double
  /// How light the skin is, from 0 to 255.
  public var lightness: Double

  /// Makes a face.
  public init(center: Point, size: Double, roll: Double = 0, lightness: Double = 200) {
    (self.center, self.size, self.roll, self.lightness) = (center, size, roll, lightness)
  }

  /// Draws faces, the later ones in front.
  ///
  /// - Parameters:
  ///   - faces: Which.
  ///   - width: Of the picture, in pixels.
  ///   - height: Of the picture, in pixels.
  ///   - ground: The luma around them at each pixel; default 96 everywhere.
  /// - Returns: A picture in grey.
  public static func picture(
    _ faces: [DrawnFace], width: Int, height: Int, ground: (_ x: Int, _ y: Int) -> Double = { _, _ in 96 }
  ) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .grey, width: width, height: height, rowAlignment: 1)
    var lumas = (0..<width * height).map { ground($0 % width, $0 / width) }
    for face in faces { face.draw(in: &lumas, width: width, height: height) }
    try picture.withUnsafeMutablePlane(0) { bytes in
      for index in lumas.indices { bytes[index] = UInt8(min(max(lumas[index], 0), 255)) }
    }
    return picture
  }

  /// How much of a place the face covers, from 0 to 1; in pixels.
  func share(x: Double, y: Double) -> Double {
    let (u, v) = own(x, y)
    return cover(radius(u, v))
  }

  /// A place in the face's own directions, in halves of its size from the middle.
  private func own(_ x: Double, _ y: Double) -> (u: Double, v: Double) {
    let (sine, cosine) = (sin(roll * .pi / 180), cos(roll * .pi / 180))
    let (dx, dy) = (x - center.x, y - center.y)
    return ((dx * cosine + dy * sine) / (size / 2), (dy * cosine - dx * sine) / (size / 2))
  }

  /// 1 at the edge of the face.
  private func radius(_ u: Double, _ v: Double) -> Double { hypot(u / 0.78, v / 1.05) }

  private func cover(_ radius: Double) -> Double { step(1 - radius, sharpness: size / 4) }

  private func draw(in lumas: inout [Double], width: Int, height: Int) {
    let (columns, rows) = (reach(center.x, width), reach(center.y, height))
    for y in rows {
      for x in columns {
        let (u, v) = own(Double(x) + 0.5, Double(y) + 0.5)
        let radius = radius(u, v)
        let share = cover(radius)
        guard share > 0.001 else { continue }
        lumas[y * width + x] += share * (luma(u, v, radius) - lumas[y * width + x])
      }
    }
  }

  /// The pixels that the face can touch along an axis.
  private func reach(_ middle: Double, _ count: Int) -> Range<Int> {
    let low = max(0, min(count, Int(middle - size * 0.7)))
    return low..<max(low, min(count, Int(middle + size * 0.7)))
  }

  /// The luma at a place, in halves of the size from the middle.
  private func luma(_ u: Double, _ v: Double, _ radius: Double) -> Double {
    var luma = lightness - 45 * pow(min(radius, 1), 4)
    for part in Self.parts {
      luma += part.light * exp(-0.5 * (square((u - part.x) / part.width) + square((v - part.y) / part.height)))
    }
    let hair = step(-(v + 0.78 + 0.25 * u * u), sharpness: size * 0.12)
    return luma * (1 - hair) + 45 * hair
  }

  private func square(_ value: Double) -> Double { value * value }

  /// From 0 to 1 about 0, over a few pixels.
  private func step(_ value: Double, sharpness: Double) -> Double { 1 / (1 + exp(-value * sharpness)) }

  /// A soft spot: how much lighter or darker, where, and how large.
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
        [1.0, -1].map {
          Part(light: part.light, x: part.x * $0, y: part.y, width: part.width, height: part.height)
        }
      }
  }()
}
