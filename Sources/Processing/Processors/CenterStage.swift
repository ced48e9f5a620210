public import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A processor that follows faces with a crop, so that they stay in view while they move.
///
/// It uses the faces that earlier processors of the pipeline detected. The result has the size of the picture, and metadata
/// objects follow the crop. With several faces, the crop shows all of them; without faces, it widens to the whole picture.
public struct CenterStage: StreamProcessor {
  /// The processor's name in reports.
  public var name: String { "center-stage" }

  /// Whether faces are followed (default: true).
  ///
  /// Otherwise the crop widens to the whole picture.
  public var isEnabled = true

  /// The magnification of the crop about its center, at least 1 (default: 1).
  package var zoomFactor = 1.0

  /// The smallest width of a part that ``zoomFactor`` leaves, in pixels.
  private static let smallestWidth = 160.0

  private var motion: CenterStageMotion
  private var pools = PixelBufferPools.outputs

  /// Creates the processor.
  public init(_ options: CenterStageMotion.Options = CenterStageMotion.Options()) {
    motion = CenterStageMotion(options)
  }

  /// The current crop in the unit square of the upright picture.
  public var crop: Rect { motion.crop }

  /// The part of the crop in which the faces are placed, in its unit square (default: all of it).
  public var framingRegion: Rect {
    get { motion.framingRegion }
    set { motion.framingRegion = newValue }
  }

  /// Crops the frame's picture around its faces and scales the result to the size of the picture.
  ///
  /// - Throws: `MediaError` if memory runs out, or an error of the decoder.
  public mutating func process(_ frame: inout Frame) throws {
    let upright = PictureTransform(from: .unit, orientation: frame.sampleBuffer.orientation, to: .unit)
    let faces = frame.metadataObjects.filter { $0.type == .face }.map { upright.apply($0.boundingBox) }
    let crop = motion.advance(to: frame.presentationTimeStamp.seconds, faces: faces, isEnabled: isEnabled)
    guard crop.width < 1 || zoomFactor > 1 else { return }
    let format = PixelFormat.processingFormat(for: frame.sampleBuffer.format)
    let source = try frame.sampleBuffer.image(as: format)
    let size = source.dimensions
    let region = upright.inverse.apply(magnified(crop, in: size))
    // Even positions keep the chroma of formats that share it between two rows and columns.
    let width = Self.even(region.width * Double(size.width), from: 2, to: size.width)
    let height = Self.even(region.height * Double(size.height), from: 2, to: size.height)
    let x = Self.even(region.minX * Double(size.width), from: 0, to: size.width - width)
    let y = Self.even(region.minY * Double(size.height), from: 0, to: size.height - height)
    guard width < size.width, height < size.height else { return }
    let part = try source.cropped(x: x, y: y, width: width, height: height)
    let scaled = try part.scaled(
      to: size, filter: .bilinear, into: pools.pool(format: source.format, dimensions: size))
    frame.sampleBuffer = frame.sampleBuffer.replacingImage(scaled)
    let kept = Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
      .scaled(x: 1 / Double(size.width), y: 1 / Double(size.height))
    frame.metadataObjects.removeAll { $0.boundingBox.intersection(kept) == nil }
    frame.transformObjects(by: PictureTransform(from: kept, to: .unit))
  }

  /// Returns the part of a crop that ``zoomFactor`` shows.
  private func magnified(_ crop: Rect, in size: VideoDimensions) -> Rect {
    guard zoomFactor > 1, size.width > 0 else { return crop }
    let side = max(crop.width / zoomFactor, min(crop.width, Self.smallestWidth / Double(size.width)))
    let margin = (crop.width - side) / 2
    return Rect(x: crop.minX + margin, y: crop.minY + margin, width: side, height: side)
  }

  /// Returns the even number next to a length, within limits.
  private static func even(_ length: Double, from least: Int, to most: Int) -> Int {
    guard length.isFinite else { return least }
    return min(max(Int(min(length / 2, 1e6).rounded()) * 2, least), max(least, most / 2 * 2))
  }
}
