public import CoreImage
public import CoreMedia

/// Performs requests on one picture after another; each picture is looked at for itself.
public final class VNSequenceRequestHandler: NSObject, Sendable {
  /// Makes a handler.
  public override init() { super.init() }

  /// Performs requests on pixels that are upright; see `VNImageRequestHandler.perform(_:)`.
  public func perform(_ requests: [VNRequest], on pixelBuffer: CVPixelBuffer) throws {
    try RequestPicture(pixelBuffer, .up).perform(requests)
  }

  /// Performs requests on pixels.
  public func perform(
    _ requests: [VNRequest], on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation
  ) throws {
    try RequestPicture(pixelBuffer, orientation).perform(requests)
  }

  /// Performs requests on a frame, turned as its connection says.
  public func perform(_ requests: [VNRequest], on sampleBuffer: CMSampleBuffer) throws {
    try RequestPicture(sampleBuffer, .up).perform(requests)
  }

  /// Performs requests on a frame, turned as its connection says, and then as is said here.
  public func perform(
    _ requests: [VNRequest], on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation
  ) throws {
    try RequestPicture(sampleBuffer, orientation).perform(requests)
  }

  /// Performs requests on a picture that is upright.
  public func perform(_ requests: [VNRequest], on image: CGImage) throws {
    try RequestPicture(CIImage(cgImage: image), .up).perform(requests)
  }

  /// Performs requests on a picture.
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

  /// Performs requests on a picture's file, turned as it says itself.
  public func perform(_ requests: [VNRequest], onImageURL imageURL: URL) throws {
    try RequestPicture(imageURL, nil).perform(requests)
  }

  /// Performs requests on a picture's file.
  public func perform(
    _ requests: [VNRequest], onImageURL imageURL: URL, orientation: CGImagePropertyOrientation
  ) throws {
    try RequestPicture(imageURL, orientation).perform(requests)
  }

  /// Performs requests on a picture's file in memory, turned as it says itself.
  public func perform(_ requests: [VNRequest], onImageData imageData: Data) throws {
    try RequestPicture(imageData, nil).perform(requests)
  }

  /// Performs requests on a picture's file in memory.
  public func perform(
    _ requests: [VNRequest], onImageData imageData: Data, orientation: CGImagePropertyOrientation
  ) throws {
    try RequestPicture(imageData, orientation).perform(requests)
  }
}
