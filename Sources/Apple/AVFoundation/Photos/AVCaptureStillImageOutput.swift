public import CoreMedia
public import OpenCapturePhotos

/// The predecessor of ``AVCapturePhotoOutput``; an alias of `CaptureStillImageOutput`.
public typealias AVCaptureStillImageOutput = CaptureStillImageOutput

extension CaptureStillImageOutput {
  /// Takes a photo, which the handler receives as a sample buffer, on a queue of the output.
  ///
  /// The metadata is attached to the buffer, under the keys of ``AVCapturePhoto/metadata``.
  public func captureStillImageAsynchronously(
    from connection: AVCaptureConnection,
    completionHandler handler: @escaping @Sendable (CMSampleBuffer?, (any Error)?) -> Void
  ) {
    captureStill(from: connection) { handler($0?.photo.describedSampleBuffer, $1) }
  }

  /// Prepares for a bracket.
  public func prepareToCaptureStillImageBracket(
    from connection: AVCaptureConnection, withSettingsArray settings: [any AVCaptureBracketedStillImageSettings],
    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    prepareBracket(from: connection, with: settings) { handler($0, $1) }
  }

  /// Takes a bracket, and calls the handler once per photo.
  public func captureStillImageBracketAsynchronously(
    from connection: AVCaptureConnection, withSettingsArray settings: [any AVCaptureBracketedStillImageSettings],
    completionHandler handler:
      @escaping @Sendable (CMSampleBuffer?, (any AVCaptureBracketedStillImageSettings)?, (any Error)?) -> Void
  ) {
    captureBracket(from: connection, with: settings) { handler($0?.photo.describedSampleBuffer, $1, $2) }
  }

  /// The format of photos: ``AVVideoCodecKey`` or `kCVPixelBufferPixelFormatTypeKey`.
  public var outputSettings: [String: Any] {
    get {
      switch format {
      case .compressed(let codec, _): [AVVideoCodecKey: codec]
      case .pixels(let pixelFormat): [kCVPixelBufferPixelFormatTypeKey: pixelFormat.coreVideoType]
      }
    }
    set { format = PhotoFormat.parse(newValue) ?? .compressed(.jpeg) }
  }

  /// The supported pixel formats of photos.
  public var availableImageDataCVPixelFormatTypes: [OSType] { PixelFormat.conversionTargets.map(\.coreVideoType) }

  /// Whether still image stabilization is enabled automatically; has no effect.
  public var automaticallyEnablesStillImageStabilizationWhenAvailable: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether still image stabilization is active; always false.
  public var isStillImageStabilizationActive: Bool { false }

  /// Whether lens stabilization is enabled during brackets; always false.
  public var isLensStabilizationDuringBracketedCaptureEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Returns the file of a photo that is a JPEG; nil for other formats.
  public static func jpegStillImageNSDataRepresentation(_ jpegSampleBuffer: CMSampleBuffer) -> Data? {
    jpegStillImageDataRepresentation(jpegSampleBuffer).map { file in file.withUnsafeBytes { Data($0) } }
  }
}
