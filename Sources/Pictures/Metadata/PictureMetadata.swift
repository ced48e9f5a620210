public import OpenCaptureMediaSamples

/// What is written into a picture file beside its pixels, as EXIF data.
public struct PictureMetadata: Sendable, Hashable {
  /// How the pixels must be turned to be upright; default `ImageOrientation.up`.
  public var orientation: ImageOrientation

  /// When the picture was taken; nil by default, and nothing is written then.
  public var date: PictureDate?

  /// The program that made the picture; default OpenCapture, nil for none.
  ///
  /// At most 200 bytes of it are written.
  public var software: String?

  /// Makes metadata.
  public init(
    orientation: ImageOrientation = .up, date: PictureDate? = nil, software: String? = "OpenCapture"
  ) {
    (self.orientation, self.date, self.software) = (orientation, date, software)
  }
}
