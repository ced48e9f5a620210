public import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A processor that crops the picture in the same memory, and removes the objects outside.
public struct Crop: StreamProcessor {
  /// The processor's name in reports.
  public var name: String { "crop" }

  /// The region to keep, in device coordinates of the stored picture, before its orientation is applied.
  ///
  /// The result contains all pixels touched by the region, and the neighbors that share chroma with them.
  public var region: Rect

  /// Makes the processor.
  public init(to region: Rect) { self.region = region }

  /// Rejects a region outside the picture before anything is decoded.
  ///
  /// - Throws: ``ProcessingError``.
  public func prepare(for format: FrameFormat) throws(ProcessingError) { _ = try clippedRegion() }

  /// Crops the frame's picture and transforms its metadata objects.
  ///
  /// - Throws: ``ProcessingError`` if the region does not touch the picture, `MediaError`, or an error of the
  ///   decoder.
  public func process(_ frame: inout Frame) throws {
    let format = frame.sampleBuffer.format.pixelFormat ?? .bgra
    let (buffer, part) = try frame.sampleBuffer.image(as: format).part(under: clippedRegion())
    frame.sampleBuffer = frame.sampleBuffer.replacingImage(buffer)
    frame.metadataObjects.removeAll { !Self.overlaps($0.boundingBox, part) }
    frame.transformObjects(by: PictureTransform(from: part, to: .unit))
  }

  private func clippedRegion() throws(ProcessingError) -> Rect {
    try region.clippedToPicture("region", ProcessingError.Code.emptyRegion)
  }

  /// Returns whether two rectangles overlap by more than rounding errors.
  private static func overlaps(_ a: Rect, _ b: Rect) -> Bool {
    a.intersection(b).map { $0.width > 1e-9 && $0.height > 1e-9 } ?? false
  }
}
