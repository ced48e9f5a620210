import Foundation
public import CoreVideo
import OpenCaptureMediaSamples
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
  ///   - processedFormat: The format of photos, as in ``AVCapturePhotoSettings/init(format:)``; nil for raw photos
  ///     only.
  ///   - bracketedSettings: The exposure of each photo.
  public init(
    rawPixelFormatType: OSType, processedFormat: [String: Any]?,
    bracketedSettings: [any AVCaptureBracketedStillImageSettings]
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

  /// Creates settings of a bracket with file types.
  ///
  /// Raw photos are DNG files. The codec determines the type of the other files.
  public convenience init(
    rawPixelFormatType: OSType, rawFileType: AVFileType?, processedFormat: [String: Any]?,
    processedFileType: AVFileType?, bracketedSettings: [any AVCaptureBracketedStillImageSettings]
  ) {
    self.init(
      rawPixelFormatType: rawPixelFormatType, processedFormat: processedFormat, bracketedSettings: bracketedSettings
    )
  }
}
