public import OpenCaptureMediaSamples

/// A processor that changes the size of the picture and keeps its proportions to the nearest pixel.
///
/// Detections stay the same, because device coordinates do not depend on the size. YUYV and UYVY become BGRA.
public struct Scale: StreamProcessor {
  /// The size of the result.
  public enum Target: Sendable, Hashable {
    /// A factor for width and height, above 0.
    case factor(Double)
    /// The largest size that fits into this number of pixels across and down in the upright picture.
    case fitting(VideoDimensions)
  }

  /// The processor's name in reports.
  public var name: String { "scale" }

  /// The size of the result.
  public var target: Target

  /// The interpolation (default: `ScalingFilter.box`).
  public var filter: ScalingFilter

  /// The largest number of pixels after enlargement (default: 2²⁶ = 67,108,864, 256 MiB in BGRA).
  ///
  /// Results that are not larger than the source are always allowed.
  public var maximumPixelCount = 1 << 26

  private var outputs = PixelBufferPools.outputs

  /// Makes the processor.
  public init(to target: Target, filter: ScalingFilter = .box) {
    self.target = target
    self.filter = filter
  }

  /// Rejects impossible sizes before anything is decoded.
  ///
  /// - Throws: ``ProcessingError`` if the result would exceed ``maximumPixelCount``, or `MediaError` if a side
  ///   would be too long.
  public mutating func prepare(for format: FrameFormat) throws {
    _ = try outputs.pool(format: Self.scaledFormat(of: format), dimensions: checkedSize(of: format))
  }

  /// Scales the frame's picture.
  ///
  /// - Throws: ``ProcessingError`` if the result would exceed ``maximumPixelCount``, `MediaError` if a side would
  ///   be too long or memory runs out, or an error of the decoder.
  public mutating func process(_ frame: inout Frame) throws {
    let format = frame.format
    let size = try checkedSize(of: format)
    let picture = try frame.sampleBuffer.image(as: Self.scaledFormat(of: format))
    let scaled = try picture.scaled(
      to: size, filter: filter, into: outputs.pool(format: picture.format, dimensions: size))
    frame.sampleBuffer = frame.sampleBuffer.replacingImage(scaled)
  }

  /// Returns the format in which pictures are scaled.
  private static func scaledFormat(of format: FrameFormat) -> PixelFormat {
    format.pixelFormat.flatMap { $0.isConversionTarget ? $0 : nil } ?? .bgra
  }

  /// Returns the stored size of the result, or throws if it is too large.
  private func checkedSize(of format: FrameFormat) throws(ProcessingError) -> VideoDimensions {
    let given = format.uprightDimensions
    let size = size(of: given).upright(format.orientation)
    guard size.width * size.height > max(maximumPixelCount, given.width * given.height) else { return size }
    throw ProcessingError(
      .tooLarge, subject: "",
      reason: "scaling \(given) to \(size) exceeds the limit of \(maximumPixelCount) pixels",
      hint: "use a smaller factor, or give a maximum width and height")
  }

  /// Returns the upright size of the result for a picture of this upright size; at least one pixel each way.
  func size(of picture: VideoDimensions) -> VideoDimensions {
    let factor =
      switch target {
      case .factor(let factor): factor
      case .fitting(let box):
        min(Double(box.width) / Double(picture.width), Double(box.height) / Double(picture.height))
      }
    let width = Double(picture.width) * factor
    let height = Double(picture.height) * factor
    return VideoDimensions(width: Self.pixels(width), height: Self.pixels(height))
  }

  /// Returns the nearest length in pixels, clamped so that the allocation rejects excessive lengths.
  private static func pixels(_ length: Double) -> Int { Int(max(1, min(length.rounded(), 1e9))) }
}
