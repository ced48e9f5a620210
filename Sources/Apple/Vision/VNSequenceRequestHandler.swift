public import CoreImage
public import CoreMedia

/// A handler that performs requests on a series of images, each independently of the others.
public final class VNSequenceRequestHandler: NSObject, Sendable {
  /// Creates a handler.
  public override init() { super.init() }

  /// Performs requests on upright pixels; see `VNImageRequestHandler.perform(_:)`.
  public func perform(_ requests: [VNRequest], on pixelBuffer: CVPixelBuffer) throws {
    try RequestPicture(pixelBuffer, .up).perform(requests)
  }

  /// Performs requests on pixels.
  public func perform(
    _ requests: [VNRequest], on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation
  ) throws {
    try RequestPicture(pixelBuffer, orientation).perform(requests)
  }

  /// Performs requests on a frame with the rotation of its connection.
  public func perform(_ requests: [VNRequest], on sampleBuffer: CMSampleBuffer) throws {
    try RequestPicture(sampleBuffer, .up).perform(requests)
  }

  /// Performs requests on a frame.
  ///
  /// The frame is rotated as its connection specifies, and then by `orientation`.
  public func perform(
    _ requests: [VNRequest], on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation
  ) throws {
    try RequestPicture(sampleBuffer, orientation).perform(requests)
  }

  /// Performs requests on an upright image.
  public func perform(_ requests: [VNRequest], on image: CGImage) throws {
    try RequestPicture(CIImage(cgImage: image), .up).perform(requests)
  }

  /// Performs requests on an image.
  public func perform(
    _ requests: [VNRequest], on image: CGImage, orientation: CGImagePropertyOrientation
  ) throws {
    try RequestPicture(CIImage(cgImage: image), orientation).perform(requests)
  }

  /// Performs requests on an image.
  public func perform(_ requests: [VNRequest], on image: CIImage) throws {
    try RequestPicture(image, .up).perform(requests)
  }

  /// Performs requests on an image.
  public func perform(
    _ requests: [VNRequest], on image: CIImage, orientation: CGImagePropertyOrientation
  ) throws {
    try RequestPicture(image, orientation).perform(requests)
  }

  /// Performs requests on an image file, with the rotation that the file specifies.
  public func perform(_ requests: [VNRequest], onImageURL imageURL: URL) throws {
    try RequestPicture(imageURL, nil).perform(requests)
  }

  /// Performs requests on an image file.
  public func perform(
    _ requests: [VNRequest], onImageURL imageURL: URL, orientation: CGImagePropertyOrientation
  ) throws {
    try RequestPicture(imageURL, orientation).perform(requests)
  }

  /// Performs requests on the contents of an image file, with the rotation that the file specifies.
  public func perform(_ requests: [VNRequest], onImageData imageData: Data) throws {
    try RequestPicture(imageData, nil).perform(requests)
  }

  /// Performs requests on the contents of an image file.
  public func perform(
    _ requests: [VNRequest], onImageData imageData: Data, orientation: CGImagePropertyOrientation
  ) throws {
    try RequestPicture(imageData, orientation).perform(requests)
  }
}
