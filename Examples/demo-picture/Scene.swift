import OpenCaptureSyntheticDevices
import Glibc
import OpenCaptureMediaSamples

/// A camera picture of notes with codes on a table in uneven light.
struct Scene {
  /// A code on a white note.
  struct Note {
    let symbol: DrawnCode
    /// The center in pixels.
    let center: Point
    /// The length of a side in pixels.
    let side: Double
    /// The clockwise rotation in radians.
    let angle: Double
    /// The ratio by which the lower edge is nearer than the upper edge, as a fraction.
    let tilt: Double

    /// Returns the reflectance at a point of the picture; nil outside of the note.
    func reflectance(at point: Point) -> Double? {
      let x = point.x - center.x
      let y = point.y - center.y
      let cosine = cos(angle)
      let sine = sin(angle)
      let across = (x * cosine + y * sine) / side
      let down = (y * cosine - x * sine) / side
      let depth = 1 + tilt * down
      let u = across / depth + 0.5
      let v = down / depth + 0.5
      guard (0..<1).contains(u), (0..<1).contains(v) else { return nil }
      let modules = Double(symbol.side + 8)
      return symbol.isDark(column: Int(u * modules) - 4, row: Int(v * modules) - 4) ? 0.08 : 0.92
    }
  }

  let width = 960
  let height = 640
  let notes: [Note]

  /// Draws the scene in BGRA, with four samples per pixel.
  func picture() throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .bgra, width: width, height: height)
    let stride = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { pixels in
      for y in 0..<height {
        for x in 0..<width {
          let samples = [0.25, 0.75].flatMap { dy in
            [0.25, 0.75].map { dx in color(at: Point(x: Double(x) + dx, y: Double(y) + dy)) }
          }
          for channel in 0..<3 {
            let mean = samples.reduce(0) { $0 + $1[channel] } / 4
            pixels[y * stride + x * 4 + channel] = UInt8(max(0, min(255, mean * 255)))
          }
          pixels[y * stride + x * 4 + 3] = 255
        }
      }
    }
    return picture
  }

  /// Returns the color of a point: blue, green and red.
  private func color(at point: Point) -> [Double] {
    let light = 1.05 - 0.55 * (point.x / Double(width)) * (0.4 + 0.6 * point.y / Double(height))
    if let paper = notes.lazy.compactMap({ $0.reflectance(at: point) }).first {
      return [0.92, 0.97, 1].map { $0 * paper * light }
    }
    let grain = 0.05 * sin(point.y * 0.21 + 4 * sin(point.x * 0.006)) + 0.02 * sin(point.y * 1.3)
    return [0.22, 0.36, 0.5].map { ($0 + grain) * light }
  }
}
