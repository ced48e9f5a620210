public import CoreMedia
import OpenCaptureMediaSamples
public import OpenCapturePhotos

/// Takes photos; ours, under Apple's name.
public typealias AVCapturePhotoOutput = CapturePhotoOutput

extension CapturePhotoOutput {
  /// Asks for a photo, or a bracket; the delegate, held weakly, is told of it on a queue of the output's.
  ///
  /// Settings that were used before, or can't be met, raise an exception on Apple's systems: here the delegate is told
  /// nothing, and standard error is.
  public func capturePhoto(with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate) {
    let teller = PhotoTeller(delegate)
    do {
      if let bracket = settings as? AVCapturePhotoBracketSettings {
        var request = CapturePhotoBracketSettings(bracketedSettings: bracket.bracketedSettings)
        request.photo = settings.photo
        try capturePhoto(with: request, delegate: teller)
      } else {
        try capturePhoto(with: settings.photo, delegate: teller)
      }
    } catch {
      teller.letGo()
      Misuse.tell("capturePhoto(with:delegate:): \(error)")
    }
  }

  /// Gets ready for photos of such settings.
  ///
  /// - Parameters:
  ///   - preparedPhotoSettingsArray: Not used up by this.
  ///   - completionHandler: Called once that is done, or failed; default nobody.
  public func setPreparedPhotoSettingsArray(
    _ preparedPhotoSettingsArray: [AVCapturePhotoSettings],
    completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    setPreparedPhotoSettingsArray(preparedPhotoSettingsArray.map(\.photo)) { isReady, error in
      completionHandler?(isReady, error)
    }
  }

  /// What was prepared for.
  public var preparedPhotoSettingsArray: [AVCapturePhotoSettings] {
    preparedSettings.map { AVCapturePhotoSettings($0, format: nil) }
  }

  /// The pixels that photos can be had as.
  public var availablePhotoPixelFormatTypes: [OSType] { PixelFormat.conversionTargets.map(\.coreVideoType) }

  /// The kinds of file that photos can be had as.
  public var availablePhotoFileTypes: [AVFileType] { photoFileTypes.map { AVFileType($0) } }

  /// The Bayer patterns that raw photos can be had in; mostly none.
  public var availableRawPhotoPixelFormatTypes: [OSType] { rawPixelFormats.map(\.coreVideoType) }

  /// The kinds of file that raw photos can be had as; mostly none.
  public var availableRawPhotoFileTypes: [AVFileType] { rawFileTypes.map { AVFileType($0) } }

  /// How raw photos can be compressed: not.
  public var availableRawPhotoCodecTypes: [AVVideoCodecType] { [] }

  /// The codecs that a kind of file can have.
  public func supportedPhotoCodecTypes(for fileType: AVFileType) -> [AVVideoCodecType] {
    fileType.photoFileType.map { supportedPhotoCodecTypes(for: $0) } ?? []
  }

  /// The pixels that a kind of file can have uncompressed: none.
  public func supportedPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }

  /// The Bayer patterns that a kind of file can have.
  public func supportedRawPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] {
    fileType == .dng ? availableRawPhotoPixelFormatTypes : []
  }

  /// How a kind of file can have raw photos compressed: not.
  public func supportedRawPhotoCodecTypes(
    forRawPhotoPixelFormatType pixelFormatType: OSType, fileType: AVFileType
  ) -> [AVVideoCodecType] { [] }

  /// Whether pixels lie in a Bayer pattern.
  public static func isBayerRAWPixelFormat(_ pixelFormat: OSType) -> Bool {
    isBayerRAWPixelFormat(PixelFormat(coreVideoType: pixelFormat))
  }

  /// The largest that photos may be, where their settings don't say; 0×0, the default, for as large as the stream.
  public var maxPhotoDimensions: CMVideoDimensions {
    get { sizeLimit.map { CMVideoDimensions($0) } ?? CMVideoDimensions() }
    set { sizeLimit = newValue.width > 0 ? VideoDimensions(newValue) : nil }
  }
}

extension VideoDimensions {
  init(_ dimensions: CMVideoDimensions) { self.init(width: Int(dimensions.width), height: Int(dimensions.height)) }
}
