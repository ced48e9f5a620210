import Glibc
import OpenCaptureMediaSamples
import OpenCaptureProcessing

/// How bright a picture is around a point, as exposure is judged.
///
/// Luma is taken for sRGB (IEC 61966-2-1) and averaged as light, because that is what exposure multiplies. The nearer to
/// the point, the more it weighs: all of its weight at the point, none at the edge of the window.
struct ExposureMeter: Sendable {
  /// The side of the window, as a share of the picture: the one that autofocus looks at.
  static let windowSide = SoftwareAutofocus.regionSide
  /// The light that is aimed at: the 18 % grey of photographers' cards, which sRGB stores as 118 of 255.
  static let middleGrey = 0.18
  /// Below this, in EV, there is nothing to tell black from black.
  static let leastOffset = -8.0

  let point: Point

  /// What was measured.
  struct Reading: Sendable, Hashable {
    /// By how much it is brighter than middle grey, in EV; at least ``ExposureMeter/leastOffset``.
    var offset: Double
    /// Whether most of it is as bright as can be, so that the light may be any more.
    var isClipped = false
  }

  /// At most so many pixels across and down are looked at.
  private static let sampleCount = 64

  /// Measures a frame.
  ///
  /// - Throws: What the decoder throws, or `MediaError` where there is no luma.
  func reading(of sample: SampleBuffer) throws -> Reading {
    let side = Self.windowSide
    let window = Rect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side)
    let (pixels, part) = try sample.luma().part(under: window.intersection(.unit) ?? .unit)
    let columns = weights(pixels.width, from: part.minX, length: part.width, around: point.x)
    let rows = weights(pixels.height, from: part.minY, length: part.height, around: point.y)
    let light = sample.formatDescription.colorRange == .video ? Self.videoLight : Self.fullLight
    var (sum, clipped, total) = (0.0, 0.0, 0.0)
    let stride = pixels.planes[0].bytesPerRow
    pixels.withUnsafePlane(0) { bytes in
      for row in rows {
        for column in columns {
          let (luma, weight) = (Int(bytes[row.index * stride + column.index]), row.weight * column.weight)
          sum += weight * light[luma]
          if light[luma] >= Self.clippedLight { clipped += weight }
          total += weight
        }
      }
    }
    guard total > 0 else { return Reading(offset: Self.leastOffset) }
    let offset = max(Self.leastOffset, log2(sum / total / Self.middleGrey))
    return Reading(offset: offset.isFinite ? offset : Self.leastOffset, isClipped: clipped > total / 2)
  }

  /// Which of so many pixels are looked at, and how much each counts; all the same where the window has no middle here.
  private func weights(
    _ count: Int, from start: Double, length: Double, around middle: Double
  ) -> [(index: Int, weight: Double)] {
    let step = max(1, (count + Self.sampleCount - 1) / Self.sampleCount)
    return stride(from: step / 2, to: count, by: step).map { index in
      let place = start + (Double(index) + 0.5) / Double(count) * length
      return (index, max(1e-6, 1 - abs(place - middle) / (Self.windowSide / 2)))
    }
  }

  // MARK: Luma to light

  private static let fullLight = (0...255).map { light(Double($0) / 255) }
  private static let videoLight = (0...255).map { light(min(max((Double($0) - 16) / 219, 0), 1)) }
  /// Three steps below white: what noise leaves of it.
  private static let clippedLight = light(252.0 / 255)

  /// sRGB's decoding.
  private static func light(_ value: Double) -> Double {
    value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}
