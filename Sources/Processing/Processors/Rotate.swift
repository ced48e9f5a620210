public import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A processor that rotates or mirrors the picture as seen, together with its detections.
///
/// The result is stored upright: the frame's own orientation is applied too. Supports grey, BGRA and RGBA. If the
/// result equals the source, no pixel is touched.
public struct Rotate: FrameProcessor {
  /// The processor's name in reports.
  public var name: String { orientation.isMirrored ? "mirror" : "rotate" }

  /// The rotation and mirroring.
  public var orientation: ImageOrientation

  /// Makes the processor.
  public init(_ orientation: ImageOrientation) { self.orientation = orientation }

  /// A processor that mirrors left to right, as in a mirror.
  public static let mirror = Rotate(.upMirrored)

  /// Rotates the frame's picture and metadata objects.
  ///
  /// - Throws: `MediaError` for unsupported pixel formats, or an error of the decoder.
  public func process(_ frame: inout Frame) throws {
    let turn = frame.sampleBuffer.orientation.then(orientation)
    guard turn != .up else {
      frame.sampleBuffer.orientation = .up
      return
    }
    let format = frame.sampleBuffer.format.pixelFormat ?? .bgra
    let turned = try frame.sampleBuffer.image(as: format).uprightCopy(turn)
    frame.sampleBuffer = frame.sampleBuffer.replacingImage(turned)
    frame.sampleBuffer.orientation = .up
    frame.transformObjects(by: PictureTransform(from: .unit, orientation: turn, to: .unit))
  }
}

extension Frame {
  /// Transforms the metadata objects together with the picture.
  mutating func transformObjects(by transform: PictureTransform) {
    metadataObjects = metadataObjects.map { $0.transformed(by: transform) }
  }
}
