import Foundation
public import CoreVideo
import OpenCaptureMediaSamples
public import OpenCapturePhotos

/// How one photo of a bracket is exposed; ours, under Apple's name.
public typealias AVCaptureBracketedStillImageSettings = CaptureBracketedStillImageSettings

/// A photo of a bracket that is brighter or darker than automatic exposure has it; ours, under Apple's name.
public typealias AVCaptureAutoExposureBracketedStillImageSettings = CaptureAutoExposureBracketedStillImageSettings

/// A photo of a bracket that is exposed by hand; ours, under Apple's name.
public typealias AVCaptureManualExposureBracketedStillImageSettings =
  CaptureManualExposureBracketedStillImageSettings

/// How several photos are to be taken, each exposed in its own way.
public final class AVCapturePhotoBracketSettings: AVCapturePhotoSettings, @unchecked Sendable {
  /// How each photo is exposed.
  public let bracketedSettings: [any AVCaptureBracketedStillImageSettings]

  /// Whether the lens is held still; no driver does it.
  public var isLensStabilizationEnabled = false

  /// Asks for a bracket.
  ///
  /// - Parameters:
  ///   - rawPixelFormatType: The pattern of raw photos; 0 for none.
  ///   - processedFormat: How photos are stored, as of ``AVCapturePhotoSettings/init(format:)``; nil for raw ones alone.
  ///   - bracketedSettings: How each photo is exposed.
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

  /// Asks for a bracket, in kinds of files: raw ones are DNG, others are what their codec says.
  public convenience init(
    rawPixelFormatType: OSType, rawFileType: AVFileType?, processedFormat: [String: Any]?,
    processedFileType: AVFileType?, bracketedSettings: [any AVCaptureBracketedStillImageSettings]
  ) {
    self.init(
      rawPixelFormatType: rawPixelFormatType, processedFormat: processedFormat, bracketedSettings: bracketedSettings
    )
  }
}
