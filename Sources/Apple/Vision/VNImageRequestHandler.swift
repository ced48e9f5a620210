public import CoreImage
public import CoreMedia

/// A handler that performs requests on one image.
///
/// The orientation is an EXIF orientation, and requests process the upright image. Options have no effect.
public final class VNImageRequestHandler: NSObject, Sendable {
  private let picture: RequestPicture

  private init(_ picture: RequestPicture) { self.picture = picture }

  /// Creates a handler for upright pixels.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [VNImageOption: Any] = [:]) {
    self.init(RequestPicture(pixelBuffer, .up))
  }

  /// Creates a handler for pixels.
  public convenience init(
    cvPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(pixelBuffer, orientation))
  }

  /// Creates a handler for a frame with the rotation of its connection.
  public convenience init(cmSampleBuffer sampleBuffer: CMSampleBuffer, options: [VNImageOption: Any] = [:]) {
    self.init(RequestPicture(sampleBuffer, .up))
  }

  /// Creates a handler for a frame.
  ///
  /// The frame is rotated as its connection specifies, and then by `orientation`.
  public convenience init(
    cmSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(sampleBuffer, orientation))
  }

  /// Creates a handler for an upright image.
  public convenience init(cgImage image: CGImage, options: [VNImageOption: Any] = [:]) {
    self.init(RequestPicture(CIImage(cgImage: image), .up))
  }

  /// Creates a handler for an image.
  public convenience init(
    cgImage image: CGImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(CIImage(cgImage: image), orientation))
  }

  /// Creates a handler for an upright image.
  public convenience init(ciImage image: CIImage, options: [VNImageOption: Any] = [:]) {
    self.init(RequestPicture(image, .up))
  }

  /// Creates a handler for an image.
  public convenience init(
    ciImage image: CIImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(image, orientation))
  }

  /// Creates a handler for the contents of an image file, with the rotation that the file specifies.
  ///
  /// ``perform(_:)`` throws if the file is invalid.
  public convenience init(data imageData: Data, options: [VNImageOption: Any] = [:]) {
    self.init(RequestPicture(imageData, nil))
  }

  /// Creates a handler for the contents of an image file.
  ///
  /// ``perform(_:)`` throws if the file is invalid.
  public convenience init(
    data imageData: Data, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(imageData, orientation))
  }

  /// Creates a handler for an image file, with the rotation that the file specifies.
  ///
  /// ``perform(_:)`` throws if the file cannot be read.
  public convenience init(url imageURL: URL, options: [VNImageOption: Any] = [:]) {
    self.init(RequestPicture(imageURL, nil))
  }

  /// Creates a handler for an image file.
  ///
  /// ``perform(_:)`` throws if the file cannot be read.
  public convenience init(
    url imageURL: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(imageURL, orientation))
  }

  /// Performs requests one after the other, and returns after the last.
  ///
  /// - Throws: The first ``VNError`` of a request. The other requests are performed in any case.
  public func perform(_ requests: [VNRequest]) throws { try picture.perform(requests) }
}

extension RequestPicture {
  /// Performs requests one after the other.
  func perform(_ requests: [VNRequest]) throws(VNError) {
    // Read the counts first: a cancellation during an earlier request also applies to the later ones.
    let requestsWithCancelCounts = requests.map { ($0, $0.cancelCount) }
    var first: VNError?
    for (request, cancelCount) in requestsWithCancelCounts {
      let failure = request.perform(on: self, cancelCount: cancelCount)
      first = first ?? failure
    }
    if let first { throw first }
  }
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
