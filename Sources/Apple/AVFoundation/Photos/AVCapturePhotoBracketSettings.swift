public import CoreVideo
public import OpenCapturePhotos

/// The exposure of one photo of a bracket; an alias of `CaptureBracketedStillImageSettings`.
public typealias AVCaptureBracketedStillImageSettings = CaptureBracketedStillImageSettings

/// The bias of automatic exposure for one photo of a bracket; an alias of OpenCapture's type.
public typealias AVCaptureAutoExposureBracketedStillImageSettings = CaptureAutoExposureBracketedStillImageSettings

/// The manual exposure of one photo of a bracket; an alias of OpenCapture's type.
public typealias AVCaptureManualExposureBracketedStillImageSettings =
  CaptureManualExposureBracketedStillImageSettings

/// Settings of a bracket, which is a series of photos with different exposures.
public final class AVCapturePhotoBracketSettings: AVCapturePhotoSettings, @unchecked Sendable {
  /// The exposure of each photo.
  public let bracketedSettings: [any AVCaptureBracketedStillImageSettings]

  /// Whether lens stabilization is enabled; has no effect.
  public var isLensStabilizationEnabled = false

  /// Creates settings of a bracket.
  ///
  /// - Parameters:
  ///   - rawPixelFormatType: The Bayer pattern of raw photos; 0 for none.
  ///   - rawFileType: Has no effect; raw photos are DNG files.
  ///   - processedFormat: The format of photos, as in ``AVCapturePhotoSettings/init(format:)``; nil for raw photos
  ///     only.
  ///   - processedFileType: Has no effect; the codec determines the type.
  ///   - bracketedSettings: The exposure of each photo.
  public init(
    rawPixelFormatType: OSType, rawFileType: AVFileType? = nil, processedFormat: [String: Any]?,
    processedFileType: AVFileType? = nil, bracketedSettings: [any AVCaptureBracketedStillImageSettings]
  ) {
    self.bracketedSettings = bracketedSettings
    let format = PhotoFormat.parse(processedFormat)
    let photo =
      rawPixelFormatType == 0
      ? CapturePhotoSettings(format: format ?? .compressed(.jpeg))
      : CapturePhotoSettings(
        rawPixelFormatType: PixelFormat(coreVideoType: rawPixelFormatType), processedFormat: format)
    super.init(photo, format: processedFormat)
  }
}
