public import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Turns or mirrors the picture as it is seen; what was found in it turns along.
///
/// The result is stored upright: an orientation that the frame declares is carried out too. For grey, BGRA and RGBA
/// pictures. Without anything to turn, no pixel is touched.
public struct Turn: FrameProcessor {
  /// What reports call it.
  public var name: String { orientation.isMirrored ? "mirror" : "rotate" }

  /// How the picture is turned.
  public var orientation: ImageOrientation

  /// Makes the processor.
  public init(_ orientation: ImageOrientation) { self.orientation = orientation }

  /// Mirrors left to right, as people expect to see themselves.
  public static let mirror = Turn(.upMirrored)

  /// Turns the frame's picture and metadata objects.
  ///
  /// - Throws: `MediaError` for pixels in other formats, or what the decoder throws.
  public func process(_ frame: inout Frame) throws {
    let turn = frame.sampleBuffer.orientation.then(orientation)
    guard turn != .up else {
      frame.sampleBuffer.orientation = .up
      return
    }
    let format = frame.sampleBuffer.formatDescription.pixelFormat ?? .bgra
    let turned = try frame.sampleBuffer.image(as: format).uprightCopy(turn)
    frame.sampleBuffer = frame.sampleBuffer.replacingImage(turned)
    frame.sampleBuffer.orientation = .up
    frame.transformObjects(by: PictureTransform(from: .unit, orientation: turn, to: .unit))
  }
}

extension Frame {
  /// Takes the metadata objects along with the picture.
  mutating func transformObjects(by transform: PictureTransform) {
    metadataObjects = metadataObjects.map { $0.transformed(by: transform) }
  }
}
