public import OpenCaptureSystem

/// An error of face detection; a picture without faces is no error.
public typealias FaceError = DomainError<FaceErrorDomain>

/// The domain of ``FaceError``.
public enum FaceErrorDomain {}

extension FaceError.Code {
  /// A cascade wasn't found in any of the searched folders.
  public static var cascadeNotFound: Self {
    Self(
      "cascadeNotFound",
      hint: "install the cascades (apt install opencv-data), or set \(CascadeLocator.variable) to their folder")
  }
  /// A file is unreadable or not a cascade.
  public static var cascadeUnusable: Self {
    Self("cascadeUnusable", hint: "reinstall the cascades (apt install --reinstall opencv-data)")
  }
  /// The region of interest is outside the picture.
  public static var emptyRegion: Self { Self("emptyRegion") }
  /// The engine failed.
  public static var engineFailed: Self { Self("engineFailed") }
}
