public import OpenCaptureMediaSamples

/// Makes the picture smaller or larger; its proportions stay, to the pixel.
///
/// What was found stays where it is: device coordinates don't know pixels. YUYV and UYVY become BGRA.
public struct Scale: FrameProcessor {
  /// How large the picture becomes.
  public enum Target: Sendable, Hashable {
    /// This many times as wide and as high, above 0.
    case factor(Double)
    /// As large as fits into this many pixels across and down, as the picture is seen: after its orientation.
    case fitting(VideoDimensions)
  }

  /// What reports call it.
  public var name: String { "scale" }

  /// How large the picture becomes.
  public var target: Target

  /// How pixels are made of several; default `ScalingFilter.box`.
  public var filter: ScalingFilter

  /// The most pixels that the picture may be enlarged to; default 2²⁶ = 67,108,864, 256 MiB in BGRA.
  ///
  /// What isn't larger than it was is never too large.
  public var maximumPixelCount = 1 << 26

  private var outputs = PixelBufferPools.outputs

  /// Makes the processor.
  public init(to target: Target, filter: ScalingFilter = .box) { (self.target, self.filter) = (target, filter) }

  /// Refuses a size that no picture can have, before anything is decoded for it.
  ///
  /// - Throws: ``ProcessingError`` where it would be enlarged beyond ``maximumPixelCount``, `MediaError` where a side
  ///   would be too long.
  public mutating func prepare(for format: FrameFormat) throws {
    _ = try outputs.pool(format: Self.scaledFormat(of: format), dimensions: checkedSize(of: format))
  }

  /// Scales the frame's picture.
  ///
  /// - Throws: ``ProcessingError`` where it would be enlarged beyond ``maximumPixelCount``, `MediaError` where a side
  ///   would be too long or there is no memory, or what the decoder throws.
  public mutating func process(_ frame: inout Frame) throws {
    let format = frame.format
    let size = try checkedSize(of: format)
    let picture = try frame.sampleBuffer.image(as: Self.scaledFormat(of: format))
    let scaled = try picture.scaled(
      to: size, filter: filter, into: outputs.pool(format: picture.format, dimensions: size))
    frame.sampleBuffer = frame.sampleBuffer.replacingImage(scaled)
  }

  /// The format in which pictures are scaled.
  private static func scaledFormat(of format: FrameFormat) -> PixelFormat {
    format.pixelFormat.flatMap { $0.isConversionTarget ? $0 : nil } ?? .bgra
  }

  /// The same, where it isn't too large.
  private func checkedSize(of format: FrameFormat) throws(ProcessingError) -> VideoDimensions {
    let (size, given) = (storedSize(of: format), format.uprightDimensions)
    guard size.width * size.height > max(maximumPixelCount, given.width * given.height) else { return size }
    throw ProcessingError(
      .tooLarge, subject: "",
      reason: "\(given) would become \(size), more than the limit of \(maximumPixelCount) pixels",
      remedy: "enlarge it less, or say the most pixels with width and height")
  }

  /// The size of what becomes of a picture, as it is stored.
  private func storedSize(of format: FrameFormat) -> VideoDimensions {
    size(of: format.uprightDimensions).upright(format.orientation)
  }

  /// The size of what becomes of a picture that is seen in this size; at least one pixel each way.
  func size(of picture: VideoDimensions) -> VideoDimensions {
    let factor =
      switch target {
      case .factor(let factor): factor
      case .fitting(let box):
        min(Double(box.width) / Double(picture.width), Double(box.height) / Double(picture.height))
      }
    let (width, height) = (Double(picture.width) * factor, Double(picture.height) * factor)
    return VideoDimensions(width: Self.pixels(width), height: Self.pixels(height))
  }

  /// The nearest length in pixels; what is beyond all limits stays so, and is refused where memory is made for it.
  private static func pixels(_ length: Double) -> Int { Int(max(1, min(length.rounded(), 1e9))) }
}
