public import OpenCaptureSession

/// How one picture of a bracket is exposed (`AVCaptureBracketedStillImageSettings`).
public protocol CaptureBracketedStillImageSettings: Sendable {}

/// A picture that is brighter or darker than the camera thinks right
/// (`AVCaptureAutoExposureBracketedStillImageSettings`).
///
/// Where the camera has a bias it is set, and the camera's own exposure waited for; else the exposure is measured once,
/// and set by hand for each picture.
public struct CaptureAutoExposureBracketedStillImageSettings: CaptureBracketedStillImageSettings, Hashable {
  /// By how much, in EV.
  public let exposureTargetBias: Float

  /// Asks for a bias.
  public static func autoExposureSettings(exposureTargetBias: Float) -> Self {
    Self(exposureTargetBias: exposureTargetBias)
  }
}

/// A picture that is exposed by hand (`AVCaptureManualExposureBracketedStillImageSettings`).
public struct CaptureManualExposureBracketedStillImageSettings: CaptureBracketedStillImageSettings, Hashable {
  /// How long, or `CaptureDevice.currentExposureDuration`.
  public let exposureDuration: MediaTime
  /// How sensitive the sensor is, or `CaptureDevice.currentISO`.
  public let iso: Float

  /// Asks for an exposure.
  public static func manualExposureSettings(exposureDuration: MediaTime, iso: Float) -> Self {
    Self(exposureDuration: exposureDuration, iso: iso)
  }
}

/// What several photos in a row are to be that are exposed otherwise each (`AVCapturePhotoBracketSettings`).
///
/// It has all that ``CapturePhotoSettings`` has, too.
@dynamicMemberLookup
public struct CapturePhotoBracketSettings: Sendable {
  /// What they have in common.
  public var photo: CapturePhotoSettings
  /// How each is exposed, in this order.
  public let bracketedSettings: [any CaptureBracketedStillImageSettings]
  /// Whether the lens is stabilised; see ``CapturePhotoOutput/isLensStabilizationDuringBracketedCaptureSupported``.
  public var isLensStabilizationEnabled = false

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - rawPixelFormatType: The Bayer pattern of raw photos; default nil, for none.
  ///   - processedFormat: How processed photos are stored; nil for raw ones alone.
  ///   - bracketedSettings: One for each photo, all of one kind, at most
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

  /// What ``photo`` says.
  public subscript<Value>(dynamicMember member: WritableKeyPath<CapturePhotoSettings, Value>) -> Value {
    get { photo[keyPath: member] }
    set { photo[keyPath: member] = newValue }
  }

  /// What ``photo`` says.
  public subscript<Value>(dynamicMember member: KeyPath<CapturePhotoSettings, Value>) -> Value {
    photo[keyPath: member]
  }
}
