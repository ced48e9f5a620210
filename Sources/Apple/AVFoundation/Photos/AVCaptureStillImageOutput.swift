public import CoreMedia
import Foundation
import OpenCaptureMediaSamples
public import OpenCapturePhotos

/// Takes photos as it was done before ``AVCapturePhotoOutput``; ours, under Apple's name.
public typealias AVCaptureStillImageOutput = CaptureStillImageOutput

extension CaptureStillImageOutput {
  /// Takes a photo; the handler gets it as a sample buffer, on a queue of the output's.
  public func captureStillImageAsynchronously(
    from connection: AVCaptureConnection,
    completionHandler handler: @escaping @Sendable (CMSampleBuffer?, (any Error)?) -> Void
  ) {
    captureStillImageAsynchronously(from: connection) { (still: Still?, error: CaptureError?) in
      handler(still?.sampleBuffer, error)
    }
  }

  /// Gets ready for a bracket.
  public func prepareToCaptureStillImageBracket(
    from connection: AVCaptureConnection, withSettingsArray settings: [any AVCaptureBracketedStillImageSettings],
    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    prepareToCaptureStillImageBracket(from: connection, withSettingsArray: settings) {
      (isReady: Bool, error: CaptureError?) in handler(isReady, error)
    }
  }

  /// Takes a bracket; the handler is called once for each photo.
  public func captureStillImageBracketAsynchronously(
    from connection: AVCaptureConnection, withSettingsArray settings: [any AVCaptureBracketedStillImageSettings],
    completionHandler handler:
      @escaping @Sendable (CMSampleBuffer?, (any AVCaptureBracketedStillImageSettings)?, (any Error)?) -> Void
  ) {
    captureStillImageBracketAsynchronously(from: connection, withSettingsArray: settings) {
      (still: Still?, one: (any CaptureBracketedStillImageSettings)?, error: CaptureError?) in
      handler(still?.sampleBuffer, one, error)
    }
  }

  /// How photos are stored: ``AVVideoCodecKey``, or `kCVPixelBufferPixelFormatTypeKey`.
  public var outputSettings: [String: Any] {
    get {
      switch format {
      case .compressed(let codec, _): [AVVideoCodecKey: codec]
      case .pixels(let pixelFormat): [kCVPixelBufferPixelFormatTypeKey: pixelFormat.coreVideoType]
      }
    }
    set { format = PhotoFormat.parse(newValue) ?? .compressed(.jpeg) }
  }

  /// The pixels that photos can be had as.
  public var availableImageDataCVPixelFormatTypes: [OSType] { PixelFormat.conversionTargets.map(\.coreVideoType) }

  /// Whether several frames may make one photo; they don't.
  public var automaticallyEnablesStillImageStabilizationWhenAvailable: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether several frames make one photo; no.
  public var isStillImageStabilizationActive: Bool { false }

  /// Whether the lens is held still while a bracket is taken; no driver does it.
  public var isLensStabilizationDuringBracketedCaptureEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isLensStabilizationDuringBracketedCaptureEnabled: no driver does it") } }
  }

  /// The file of a photo that is a JPEG; nil where it isn't.
  public static func jpegStillImageNSDataRepresentation(_ jpegSampleBuffer: CMSampleBuffer) -> Data? {
    jpegStillImageDataRepresentation(jpegSampleBuffer).map { file in file.withUnsafeBytes { Data($0) } }
  }
}
