public import CoreImage
public import CoreMedia

/// A handler that performs requests on one image.
///
/// The orientation is an EXIF orientation, and requests process the upright image. Options have no effect.
public final class VNImageRequestHandler: NSObject, Sendable {
  private let picture: RequestPicture

  private init(_ picture: RequestPicture) { self.picture = picture }

  /// Creates a handler for pixels, which are upright by default.
  public convenience init(
    cvPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation = .up,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(pixelBuffer, orientation))
  }

  /// Creates a handler for a frame.
  ///
  /// The frame is rotated as its connection specifies, and then by `orientation`.
  public convenience init(
    cmSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation = .up,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(sampleBuffer, orientation))
  }

  /// Creates a handler for an image, which is upright by default.
  public convenience init(
    cgImage image: CGImage, orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(CIImage(cgImage: image), orientation))
  }

  /// Creates a handler for an image, which is upright by default.
  public convenience init(
    ciImage image: CIImage, orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(image, orientation))
  }

  /// Creates a handler for the contents of an image file; the default is the rotation that the file specifies.
  ///
  /// ``perform(_:)`` throws if the file is invalid.
  public convenience init(
    data imageData: Data, orientation: CGImagePropertyOrientation? = nil, options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(imageData, orientation))
  }

  /// Creates a handler for an image file; the default is the rotation that the file specifies.
  ///
  /// ``perform(_:)`` throws if the file cannot be read.
  public convenience init(
    url imageURL: URL, orientation: CGImagePropertyOrientation? = nil, options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(imageURL, orientation))
  }

  /// Performs requests one after the other, and returns after the last.
  ///
  /// - Throws: The first ``VNError`` of a request. The other requests are performed in any case.
  public func perform(_ requests: [VNRequest]) throws { try picture.perform(requests) }
}

/// Options for a request handler; they have no effect.
public struct VNImageOption: RawRepresentable, Sendable, Hashable {
  /// The name of the option.
  public let rawValue: String

  /// Creates an option with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The properties of the image file.
  public static let properties = Self(rawValue: "VNImageOptionProperties")
  /// The intrinsic matrix of the camera.
  public static let cameraIntrinsics = Self(rawValue: "VNImageOptionCameraIntrinsics")
  /// The Core Image context.
  public static let ciContext = Self(rawValue: "VNImageOptionCIContext")
}
