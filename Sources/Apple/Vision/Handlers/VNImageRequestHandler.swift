public import CoreImage
public import CoreMedia

/// Performs requests on one picture.
///
/// What must be turned is said by EXIF's numbers; requests see the picture upright. Options are without effect.
public final class VNImageRequestHandler: NSObject, Sendable {
  private let picture: RequestPicture

  private init(_ picture: RequestPicture) { self.picture = picture }

  /// Looks at pixels that are upright.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [VNImageOption: Any] = [:]) {
    self.init(RequestPicture(pixelBuffer, .up))
  }

  /// Looks at pixels.
  public convenience init(
    cvPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(pixelBuffer, orientation))
  }

  /// Looks at a frame, turned as its connection says.
  public convenience init(cmSampleBuffer sampleBuffer: CMSampleBuffer, options: [VNImageOption: Any] = [:]) {
    self.init(RequestPicture(sampleBuffer, .up))
  }

  /// Looks at a frame, turned as its connection says, and then as is said here.
  public convenience init(
    cmSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation,
    options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(sampleBuffer, orientation))
  }

  /// Looks at a picture that is upright.
  public convenience init(cgImage image: CGImage, options: [VNImageOption: Any] = [:]) {
    self.init(RequestPicture(CIImage(cgImage: image), .up))
  }

  /// Looks at a picture.
  public convenience init(
    cgImage image: CGImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(CIImage(cgImage: image), orientation))
  }

  /// Looks at an image.
  public convenience init(ciImage image: CIImage, options: [VNImageOption: Any] = [:]) {
    self.init(RequestPicture(image, .up))
  }

  /// Looks at an image.
  public convenience init(
    ciImage image: CIImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(image, orientation))
  }

  /// Looks at a picture's file in memory, turned as it says itself; what is wrong with it, ``perform(_:)`` throws.
  public convenience init(data imageData: Data, options: [VNImageOption: Any] = [:]) {
    self.init(RequestPicture(imageData, nil))
  }

  /// Looks at a picture's file in memory; what is wrong with it, ``perform(_:)`` throws.
  public convenience init(
    data imageData: Data, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(imageData, orientation))
  }

  /// Looks at a picture's file, turned as it says itself; what is wrong with it, ``perform(_:)`` throws.
  public convenience init(url imageURL: URL, options: [VNImageOption: Any] = [:]) {
    self.init(RequestPicture(imageURL, nil))
  }

  /// Looks at a picture's file; what is wrong with it, ``perform(_:)`` throws.
  public convenience init(
    url imageURL: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
  ) {
    self.init(RequestPicture(imageURL, orientation))
  }

  /// Performs requests, one after the other, and returns when all are done.
  ///
  /// - Throws: The first ``VNError`` that one failed with, after the others were performed, too.
  public func perform(_ requests: [VNRequest]) throws { try picture.perform(requests) }
}

extension RequestPicture {
  /// Performs requests, one after the other.
  func perform(_ requests: [VNRequest]) throws(VNError) {
    // Who cancels while others of them are performed means this one, too.
    let counted = requests.map { ($0, $0.cancelCount) }
    var first: VNError?
    for (request, cancelCount) in counted {
      let failure = request.perform(on: self, cancelCount: cancelCount)
      first = first ?? failure
    }
    if let first { throw first }
  }
}
