public import CoreMedia
import OpenCapturePhotos

/// A delegate that follows the capture of a photo.
///
/// Each method is called once, in this order, also if the photo fails. All methods are optional.
public protocol AVCapturePhotoCaptureDelegate: AnyObject {
  /// Called when the settings are resolved, before the capture.
  func photoOutput(
    _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings)

  /// Called immediately before the exposure; the time for a shutter sound.
  func photoOutput(
    _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)

  /// Called after the exposure.
  func photoOutput(
    _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)

  /// Called for each expected photo, with its result or error.
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?)

  /// Called when the movie of a Live Photo has been recorded.
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
    resolvedSettings: AVCaptureResolvedPhotoSettings)

  /// Called when the file of a Live Photo's movie is complete or has failed.
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL, duration: CMTime,
    photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?)

  /// Called with a deferred photo; never called here.
  func photoOutput(
    _ output: AVCapturePhotoOutput,
    didFinishCapturingDeferredPhotoProxy deferredPhotoProxy: AVCaptureDeferredPhotoProxy?,
    error: (any Error)?)

  /// The predecessor of `didFinishProcessingPhoto`, called if the delegate does not implement that method.
  ///
  /// The sample buffer contains the file or the pixels.
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photoSampleBuffer: CMSampleBuffer?,
    previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?, resolvedSettings: AVCaptureResolvedPhotoSettings,
    bracketSettings: (any AVCaptureBracketedStillImageSettings)?, error: (any Error)?)

  /// The predecessor of `didFinishProcessingPhoto` for raw photos, called if the delegate does not implement that
  /// method.
  ///
  /// The sample buffer contains a DNG file, which `AVCapturePhotoOutput` returns with `dngPhotoDataRepresentation`.
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingRawPhoto rawSampleBuffer: CMSampleBuffer?,
    previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?, resolvedSettings: AVCaptureResolvedPhotoSettings,
    bracketSettings: (any AVCaptureBracketedStillImageSettings)?, error: (any Error)?)

  /// Called last, after everything else for these settings.
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?)
}

/// A deferred photo; not supported.
public final class AVCaptureDeferredPhotoProxy: Sendable {
  private init() {}
}

extension AVCapturePhotoCaptureDelegate {
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput,
    didFinishCapturingDeferredPhotoProxy deferredPhotoProxy: AVCaptureDeferredPhotoProxy?,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photoSampleBuffer: CMSampleBuffer?,
    previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?, resolvedSettings: AVCaptureResolvedPhotoSettings,
    bracketSettings: (any AVCaptureBracketedStillImageSettings)?, error: (any Error)?
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingRawPhoto rawSampleBuffer: CMSampleBuffer?,
    previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?, resolvedSettings: AVCaptureResolvedPhotoSettings,
    bracketSettings: (any AVCaptureBracketedStillImageSettings)?, error: (any Error)?
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {}
  /// Calls the predecessor of this method, with the photo and its preview as sample buffers.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
  ) {
    let sampleBuffer = photo.photo.describedSampleBuffer
    let preview = photo.photo.previewSampleBuffer
    if photo.isRawPhoto {
      photoOutput(
        output, didFinishProcessingRawPhoto: sampleBuffer, previewPhoto: preview,
        resolvedSettings: photo.resolvedSettings, bracketSettings: photo.bracketSettings, error: error)
    } else {
      photoOutput(
        output, didFinishProcessingPhoto: sampleBuffer, previewPhoto: preview,
        resolvedSettings: photo.resolvedSettings, bracketSettings: photo.bracketSettings, error: error)
    }
  }
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
    resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL, duration: CMTime,
    photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?
  ) {}
}

/// An adapter that forwards the calls for a photo to a delegate with Apple's types.
///
/// The adapter is retained until the last call.
///
/// Unchecked: the delegate is called on the output's queue only.
final class PhotoDelegateAdapter: CapturePhotoCaptureDelegate, @unchecked Sendable {
  /// The adapters of photos in progress, because outputs hold delegates weakly.
  private static let active = Locked<[ObjectIdentifier: PhotoDelegateAdapter]>([:])

  private weak var delegate: (any AVCapturePhotoCaptureDelegate)?

  /// Creates an adapter, and retains it until the last call for the photo or until ``endRetaining()``.
  init(_ delegate: any AVCapturePhotoCaptureDelegate) {
    self.delegate = delegate
    Self.active.withLock { $0[ObjectIdentifier(self)] = self }
  }

  /// Releases the adapter.
  func endRetaining() {
    // The adapter is released outside the lock.
    _ = Self.active.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  func photoOutput(
    _ output: CapturePhotoOutput, willBeginCaptureFor resolvedSettings: CaptureResolvedPhotoSettings
  ) { delegate?.photoOutput(output, willBeginCaptureFor: AVCaptureResolvedPhotoSettings(resolvedSettings)) }

  func photoOutput(
    _ output: CapturePhotoOutput, willCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings
  ) { delegate?.photoOutput(output, willCapturePhotoFor: AVCaptureResolvedPhotoSettings(resolvedSettings)) }

  func photoOutput(
    _ output: CapturePhotoOutput, didCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings
  ) { delegate?.photoOutput(output, didCapturePhotoFor: AVCaptureResolvedPhotoSettings(resolvedSettings)) }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?
  ) { delegate?.photoOutput(output, didFinishProcessingPhoto: AVCapturePhoto(photo), error: error) }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: CaptureResolvedPhotoSettings
  ) {
    delegate?.photoOutput(
      output, didFinishRecordingLivePhotoMovieForEventualFileAt: URL(fileURLWithPath: path),
      resolvedSettings: AVCaptureResolvedPhotoSettings(resolvedSettings))
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: CMTime,
    photoDisplayTime: CMTime, resolvedSettings: CaptureResolvedPhotoSettings, error: CaptureError?
  ) {
    delegate?.photoOutput(
      output, didFinishProcessingLivePhotoToMovieFileAt: URL(fileURLWithPath: path), duration: duration,
      photoDisplayTime: photoDisplayTime, resolvedSettings: AVCaptureResolvedPhotoSettings(resolvedSettings),
      error: error)
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishCaptureFor resolvedSettings: CaptureResolvedPhotoSettings,
    error: CaptureError?
  ) {
    delegate?.photoOutput(
      output, didFinishCaptureFor: AVCaptureResolvedPhotoSettings(resolvedSettings), error: error)
    endRetaining()
  }
}
