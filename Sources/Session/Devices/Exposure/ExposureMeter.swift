import Glibc
import OpenCaptureMediaSamples
import OpenCaptureProcessing

/// A meter of the brightness around a point, for exposure.
///
/// Luma is interpreted as sRGB (IEC 61966-2-1) and averaged as linear light, because exposure multiplies light. The
/// weight falls from its maximum at the point to zero at the edge of the window.
struct ExposureMeter: Sendable {
  /// The side of the window, as a fraction of the image; the same as for autofocus.
  static let windowSide = SoftwareAutofocus.regionSide
  /// The target light: the 18 % gray of photographic gray cards, which is 118 of 255 in sRGB.
  static let middleGray = 0.18
  /// The lowest measurable offset, in EV.
  static let minimumOffset = -8.0

  let point: Point

  /// The result of a measurement.
  struct Reading: Sendable, Hashable {
    /// The brightness relative to middle gray, in EV; at least ``ExposureMeter/minimumOffset``.
    var offset: Double
    /// Whether most of the window is clipped, so that the real light is unknown.
    var isClipped = false
  }

  /// The largest number of sampled pixels in each direction.
  private static let sampleCount = 64

  /// Measures a frame.
  ///
  /// - Throws: The decoder's error, or `MediaError` if the frame has no luma.
  func reading(of sample: SampleBuffer) throws -> Reading {
    let side = Self.windowSide
    let window = Rect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side)
    let (pixels, part) = try sample.luma().part(under: window.intersection(.unit) ?? .unit)
    let columns = weights(pixels.width, from: part.minX, length: part.width, around: point.x)
    let rows = weights(pixels.height, from: part.minY, length: part.height, around: point.y)
    let light = sample.format.colorRange == .video ? Self.videoLight : Self.fullLight
    var sum = 0.0
    var clipped = 0.0
    var total = 0.0
    let stride = pixels.planes[0].bytesPerRow
    pixels.withUnsafePlane(0) { bytes in
      for row in rows {
        for column in columns {
          let luma = Int(bytes[row.index * stride + column.index])
          let weight = row.weight * column.weight
          sum += weight * light[luma]
          if light[luma] >= Self.clippedLight { clipped += weight }
          total += weight
        }
      }
    }
    guard total > 0 else { return Reading(offset: Self.minimumOffset) }
    let offset = max(Self.minimumOffset, log2(sum / total / Self.middleGray))
    return Reading(offset: offset.isFinite ? offset : Self.minimumOffset, isClipped: clipped > total / 2)
  }

  /// Returns the sampled pixels with their weights, which are equal if the window does not contain the middle.
  private func weights(
    _ count: Int, from start: Double, length: Double, around middle: Double
  ) -> [(index: Int, weight: Double)] {
    let step = max(1, (count + Self.sampleCount - 1) / Self.sampleCount)
    return stride(from: step / 2, to: count, by: step).map { index in
      let position = start + (Double(index) + 0.5) / Double(count) * length
      return (index, max(1e-6, 1 - abs(position - middle) / (Self.windowSide / 2)))
    }
  }

  // MARK: Luma to light

  private static let fullLight = (0...255).map { light(Double($0) / 255) }
  private static let videoLight = (0...255).map { light(min(max((Double($0) - 16) / 219, 0), 1)) }
  /// The light of three steps below white, which allows for noise.
  private static let clippedLight = light(252.0 / 255)

  /// Converts an sRGB value to linear light.
  private static func light(_ value: Double) -> Double {
    value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}
