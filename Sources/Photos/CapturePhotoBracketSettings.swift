public import OpenCaptureSession

/// The exposure settings of one photo in a bracket (`AVCaptureBracketedStillImageSettings`).
public protocol CaptureBracketedStillImageSettings: Sendable {}

/// An exposure relative to the camera's automatic one (`AVCaptureAutoExposureBracketedStillImageSettings`).
///
/// If the camera has an exposure bias, the output sets the bias and waits for the camera to adjust. Otherwise, the
/// exposure is read once and a manual exposure is set for each photo.
public struct CaptureAutoExposureBracketedStillImageSettings: CaptureBracketedStillImageSettings, Hashable {
  /// The exposure compensation in EV.
  public let exposureTargetBias: Float

  /// Creates settings with a bias.
  public static func autoExposureSettings(exposureTargetBias: Float) -> Self {
    Self(exposureTargetBias: exposureTargetBias)
  }
}

/// A manual exposure (`AVCaptureManualExposureBracketedStillImageSettings`).
public struct CaptureManualExposureBracketedStillImageSettings: CaptureBracketedStillImageSettings, Hashable {
  /// The exposure time, or `CaptureDevice.currentExposureDuration`.
  public let exposureDuration: MediaTime
  /// The sensitivity, or `CaptureDevice.currentISO`.
  public let iso: Float

  /// Creates settings with an exposure.
  public static func manualExposureSettings(exposureDuration: MediaTime, iso: Float) -> Self {
    Self(exposureDuration: exposureDuration, iso: iso)
  }
}

/// The settings of several photos with different exposures (`AVCapturePhotoBracketSettings`).
///
/// All members of ``CapturePhotoSettings`` are also available.
@dynamicMemberLookup
public struct CapturePhotoBracketSettings: Sendable {
  /// The common settings of the photos.
  public var photo: CapturePhotoSettings
  /// The exposure of each photo, in order.
  public let bracketedSettings: [any CaptureBracketedStillImageSettings]

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - rawPixelFormatType: The Bayer pattern of raw photos; nil for none (default: nil).
  ///   - processedFormat: The format of processed photos; nil for only raw photos (default: JPEG).
  ///   - bracketedSettings: The exposure of each photo, all of one type, at most
  ///     ``CapturePhotoOutput/maxBracketedCapturePhotoCount``.
  public init(
    rawPixelFormatType: PixelFormat? = nil, processedFormat: CapturePhotoSettings.Format? = .compressed(.jpeg),
    bracketedSettings: [any CaptureBracketedStillImageSettings]
  ) {
    if let rawPixelFormatType {
      photo = CapturePhotoSettings(rawPixelFormatType: rawPixelFormatType, processedFormat: processedFormat)
    } else {
      photo = CapturePhotoSettings(format: processedFormat ?? .compressed(.jpeg))
    }
    self.bracketedSettings = bracketedSettings
  }

  /// Accesses a member of ``photo``.
  public subscript<Value>(dynamicMember member: WritableKeyPath<CapturePhotoSettings, Value>) -> Value {
    get { photo[keyPath: member] }
    set { photo[keyPath: member] = newValue }
  }

  /// Returns a member of ``photo``.
  public subscript<Value>(dynamicMember member: KeyPath<CapturePhotoSettings, Value>) -> Value {
    photo[keyPath: member]
  }
}
