public import CoreMedia
public import OpenCapturePhotos

/// An output that takes photos; an alias of `CapturePhotoOutput`.
public typealias AVCapturePhotoOutput = CapturePhotoOutput

extension CapturePhotoOutput {
  /// Takes a photo or a bracket.
  ///
  /// The output holds the delegate weakly and calls it on its own queue. On Apple's systems, settings that were
  /// used before or are not supported raise an exception. Here the error is reported on standard error, and the
  /// delegate is not called.
  public func capturePhoto(with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate) {
    let adapter = PhotoDelegateAdapter(delegate)
    do {
      if let bracket = settings as? AVCapturePhotoBracketSettings {
        var request = CapturePhotoBracketSettings(bracketedSettings: bracket.bracketedSettings)
        request.photo = settings.photo
        try capturePhoto(with: request, delegate: adapter)
      } else {
        try capturePhoto(with: settings.photo, delegate: adapter)
      }
    } catch {
      adapter.endRetaining()
      MisuseReporter.report("capturePhoto(with:delegate:): \(error)")
    }
  }

  /// Prepares for photos with given settings.
  ///
  /// - Parameters:
  ///   - preparedPhotoSettingsArray: The settings, which can still be used for a photo.
  ///   - completionHandler: Called after the preparation is complete or has failed; default none.
  public func setPreparedPhotoSettingsArray(
    _ preparedPhotoSettingsArray: [AVCapturePhotoSettings],
    completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    prepare(for: preparedPhotoSettingsArray.map(\.photo)) { completionHandler?($0, $1) }
  }

  /// The settings of the last preparation.
  public var preparedPhotoSettingsArray: [AVCapturePhotoSettings] {
    preparedSettings.map { AVCapturePhotoSettings($0, format: nil) }
  }

  // swift-format-ignore: NoLeadingUnderscores
  /// The raw values of `supportedFlashModes`, as in Objective-C.
  public var __supportedFlashModes: [NSNumber] { supportedFlashModes.map { NSNumber(value: $0.rawValue) } }

  /// The supported pixel formats of photos.
  public var availablePhotoPixelFormatTypes: [OSType] { availablePixelFormats.map(\.coreVideoType) }

  /// The supported file types of photos.
  public var availablePhotoFileTypes: [AVFileType] { availableFileTypes.map { AVFileType($0) } }

  /// The supported Bayer patterns of raw photos; usually empty.
  public var availableRawPhotoPixelFormatTypes: [OSType] { availableRawPixelFormats.map(\.coreVideoType) }

  /// The supported file types of raw photos; usually empty.
  public var availableRawPhotoFileTypes: [AVFileType] { availableRawFileTypes.map { AVFileType($0) } }

  /// The codecs of raw photos; always empty.
  public var availableRawPhotoCodecTypes: [AVVideoCodecType] { [] }

  /// Returns the codecs of a file type.
  public func supportedPhotoCodecTypes(for fileType: AVFileType) -> [AVVideoCodecType] {
    fileType.photoFileType.map { supportedCodecs(for: $0) } ?? []
  }

  /// Returns the uncompressed pixel formats of a file type; always empty.
  public func supportedPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }

  /// Returns the Bayer patterns of a file type.
  public func supportedRawPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] {
    fileType == .dng ? availableRawPhotoPixelFormatTypes : []
  }

  /// Returns the codecs of raw photos in a file type; always empty.
  public func supportedRawPhotoCodecTypes(
    forRawPhotoPixelFormatType pixelFormatType: OSType, fileType: AVFileType
  ) -> [AVVideoCodecType] { [] }

  /// Returns whether a pixel format has a Bayer pattern.
  public static func isBayerRAWPixelFormat(_ pixelFormat: OSType) -> Bool {
    isBayerRAWPixelFormat(PixelFormat(coreVideoType: pixelFormat))
  }

  /// The maximum photo dimensions, unless the settings have some; default 0×0, for the size of the stream.
  public var maxPhotoDimensions: CMVideoDimensions {
    get { maxDimensions.map { CMVideoDimensions($0) } ?? CMVideoDimensions() }
    set { maxDimensions = newValue.width > 0 ? VideoDimensions(newValue) : nil }
  }
}

extension VideoDimensions {
  init(_ dimensions: CMVideoDimensions) { self.init(width: Int(dimensions.width), height: Int(dimensions.height)) }
}

/// The readiness of an output for a photo; an alias of OpenCapture's type.
public typealias AVCapturePhotoOutputReadinessCoordinator = CapturePhotoOutputReadinessCoordinator

/// A delegate for changes of the readiness; an alias of OpenCapture's type.
public typealias AVCapturePhotoOutputReadinessCoordinatorDelegate = CapturePhotoOutputReadinessCoordinatorDelegate

extension CapturePhotoOutputReadinessCoordinator {
  /// Announces a photo with given settings.
  public func startTrackingCaptureRequest(using settings: AVCapturePhotoSettings) {
    startTrackingCaptureRequest(using: settings.photo)
  }
}
