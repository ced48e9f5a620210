public import CoreImage
public import CoreMedia

/// A handler that performs requests on a series of images, each independently of the others.
public final class VNSequenceRequestHandler: NSObject, Sendable {
  /// Creates a handler.
  public override init() { super.init() }

  /// Performs requests on pixels, which are upright by default; see `VNImageRequestHandler.perform(_:)`.
  public func perform(
    _ requests: [VNRequest], on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation = .up
  ) throws {
    try RequestPicture(pixelBuffer, orientation).perform(requests)
  }

  /// Performs requests on a frame.
  ///
  /// The frame is rotated as its connection specifies, and then by `orientation`.
  public func perform(
    _ requests: [VNRequest], on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation = .up
  ) throws {
    try RequestPicture(sampleBuffer, orientation).perform(requests)
  }

  /// Performs requests on an image, which is upright by default.
  public func perform(
    _ requests: [VNRequest], on image: CGImage, orientation: CGImagePropertyOrientation = .up
  ) throws {
    try RequestPicture(CIImage(cgImage: image), orientation).perform(requests)
  }

  /// Performs requests on an image, which is upright by default.
  public func perform(
    _ requests: [VNRequest], on image: CIImage, orientation: CGImagePropertyOrientation = .up
  ) throws {
    try RequestPicture(image, orientation).perform(requests)
  }

  /// Performs requests on an image file; the default is the rotation that the file specifies.
  public func perform(
    _ requests: [VNRequest], onImageURL imageURL: URL, orientation: CGImagePropertyOrientation? = nil
  ) throws {
    try RequestPicture(imageURL, orientation).perform(requests)
  }

  /// Performs requests on the contents of an image file; the default is the rotation that the file specifies.
  public func perform(
    _ requests: [VNRequest], onImageData imageData: Data, orientation: CGImagePropertyOrientation? = nil
  ) throws {
    try RequestPicture(imageData, orientation).perform(requests)
  }
}
