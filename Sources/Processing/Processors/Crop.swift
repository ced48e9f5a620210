public import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Goes on with a part of the picture alone, in the same memory; what was found outside is forgotten.
public struct Crop: FrameProcessor {
  /// What reports call it.
  public var name: String { "crop" }

  /// The part that stays, in device coordinates: of the stored picture, before its orientation is applied.
  ///
  /// All pixels that it touches; and where pixels share chroma, their neighbours.
  public var region: Rect

  /// Makes the processor.
  public init(to region: Rect) { self.region = region }

  /// Refuses a region that doesn't touch the picture, before anything is decoded for it.
  ///
  /// - Throws: ``ProcessingError``.
  public func prepare(for format: FrameFormat) throws(ProcessingError) { _ = try region.insidePicture() }

  /// Crops the frame's picture, and moves its metadata objects along.
  ///
  /// - Throws: ``ProcessingError`` where the region doesn't touch the picture, `MediaError` or what the decoder throws.
  public func process(_ frame: inout Frame) throws {
    let format = frame.sampleBuffer.formatDescription.pixelFormat ?? .bgra
    let (buffer, part) = try frame.sampleBuffer.image(as: format).part(under: region.insidePicture())
    frame.sampleBuffer = frame.sampleBuffer.replacingImage(buffer)
    frame.metadataObjects.removeAll { !Self.overlaps($0.bounds, part) }
    frame.transformObjects(by: PictureTransform(from: part, to: .unit))
  }

  /// Whether two rectangles share more than what rounding makes them share.
  private static func overlaps(_ a: Rect, _ b: Rect) -> Bool {
    a.intersection(b).map { $0.width > 1e-9 && $0.height > 1e-9 } ?? false
  }
}
