public import OpenCaptureSystem

/// An error of a code scanner; a picture without codes is no error.
public typealias CodeScannerError = DomainError<CodeScannerErrorDomain>

/// The domain of ``CodeScannerError``.
public enum CodeScannerErrorDomain {}

extension CodeScannerError.Code {
  /// No built-in engine can read a requested type.
  public static var unsupportedType: Self { Self("unsupportedType") }
  /// The region of interest is outside the picture.
  public static var emptyRegion: Self { Self("emptyRegion") }
  /// An engine failed.
  public static var engineFailed: Self { Self("engineFailed") }
}
