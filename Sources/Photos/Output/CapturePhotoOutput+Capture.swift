import Dispatch
public import OpenCaptureSession
import OpenCaptureSystem

extension CapturePhotoOutput {
  /// Asks for a photo; a delegate is told of it.
  ///
  /// - Parameters:
  ///   - settings: Copied; used once.
  ///   - delegate: Held weakly.
  /// - Throws: `CaptureError` where there is no camera to take it with, the settings were used before, or can't be met.
  ///   The delegate is told nothing then.
  @_disfavoredOverload public func capturePhoto(
    with settings: CapturePhotoSettings, delegate: any CapturePhotoCaptureDelegate
  ) throws(CaptureError) {
    try capture(settings, [], teller(delegate, settings.uniqueID))
  }

  /// Asks for a bracket; a delegate is told of it.
  ///
  /// Each photo is one of a frame whose exposure began once its setting took effect. The camera's settings are as before
  /// when ``CapturePhotoCaptureDelegate/photoOutput(_:didFinishCaptureFor:error:)`` is called, after failures too.
  ///
  /// - Throws: As ``capturePhoto(with:delegate:)-(CapturePhotoSettings,_)``.
  @_disfavoredOverload public func capturePhoto(
    with settings: CapturePhotoBracketSettings, delegate: any CapturePhotoCaptureDelegate
  ) throws(CaptureError) {
    try check(settings)
    try capture(settings.photo, settings.bracketedSettings, teller(delegate, settings.uniqueID))
  }

  /// A photo: the raw one where that alone is asked for.
  ///
  /// - Throws: `CaptureError` where it can't be taken, or fails.
  public func photo(with settings: CapturePhotoSettings) async throws(CaptureError) -> CapturePhoto {
    let photos = try await photos(with: settings, [])
    guard let photo = photos.last else {
      throw CaptureError(.photoProcessingFailed, subject: name, reason: "no photo came")
    }
    return photo
  }

  /// All photos of a bracket, in their order.
  ///
  /// - Throws: `CaptureError` where one can't be taken, or fails.
  public func photos(with settings: CapturePhotoBracketSettings) async throws(CaptureError) -> [CapturePhoto] {
    try check(settings)
    return try await photos(with: settings.photo, settings.bracketedSettings)
  }

  private func photos(
    with settings: CapturePhotoSettings, _ bracket: [any CaptureBracketedStillImageSettings]
  ) async throws(CaptureError) -> [CapturePhoto] {
    let result = await withCheckedContinuation { continuation in
      collect(settings, bracket) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Takes photos, and tells all of them at once, on the output's queue.
  func collect(
    _ settings: CapturePhotoSettings, _ bracket: [any CaptureBracketedStillImageSettings],
    _ tell: @escaping @Sendable (Result<[CapturePhoto], CaptureError>) -> Void
  ) {
    let (taken, movieFailure) = (Locked<[CapturePhoto]>([]), Locked<[CaptureError]>([]))
    let count = settings.photosPerFrame * max(1, bracket.count)
    do throws(CaptureError) {
      try capture(settings, bracket) { event, _ in
        switch event {
        case .didProcess(let photo, nil): taken.withLock { $0.append(photo) }
        case .didProcessMovie(_, _, let error?): movieFailure.withLock { $0 = [error] }
        case .didFinish(let error):
          var photos = taken.withLock { $0 }
          // A photo isn't lost because its movie is.
          guard photos.count == count else {
            let none = CaptureError(.photoProcessingFailed, subject: "photo", reason: "no photo came")
            return tell(.failure(error ?? none))
          }
          let failure = movieFailure.withLock { $0.first }
          for index in photos.indices { photos[index].livePhotoMovieError = failure }
          tell(.success(photos))
        default: break
        }
      }
    } catch {
      shutter.callbacks.async { tell(.failure(error)) }
    }
  }

  private func check(_ settings: CapturePhotoBracketSettings) throws(CaptureError) {
    guard !settings.bracketedSettings.isEmpty else {
      throw CaptureError(.invalidPhotoSettings, subject: name, reason: "the bracket has no photos")
    }
    guard !settings.isLensStabilizationEnabled else {
      throw CaptureError(.unsupported, subject: name, reason: "there is no lens that is stabilised")
    }
  }

  /// Calls a delegate; nobody once that is gone.
  private func teller(
    _ delegate: any CapturePhotoCaptureDelegate, _ id: Int64
  ) -> @Sendable (PhotoEvent, CaptureResolvedPhotoSettings) -> Void {
    let box = WeakDelegate(delegate: delegate)
    return { [self] event, resolved in
      guard let delegate = box.delegate else { return }
      switch event {
      case .willBegin: delegate.photoOutput(self, willBeginCaptureFor: resolved)
      case .willCapture: delegate.photoOutput(self, willCapturePhotoFor: resolved)
      case .didCapture: delegate.photoOutput(self, didCapturePhotoFor: resolved)
      case .didProcess(let photo, let error):
        delegate.photoOutput(self, didFinishProcessingPhoto: photo, error: error)
      case .didRecordMovie(let path):
        delegate.photoOutput(
          self, didFinishRecordingLivePhotoMovieForEventualFileAt: path, resolvedSettings: resolved)
      case .didProcessMovie(let path, let outcome, let error):
        delegate.photoOutput(
          self, didFinishProcessingLivePhotoToMovieFileAt: path, duration: outcome.duration,
          photoDisplayTime: outcome.photoDisplayTime, resolvedSettings: resolved, error: error)
      case .didFinish(let error): delegate.photoOutput(self, didFinishCaptureFor: resolved, error: error)
      }
    }
  }

  /// Unchecked: the delegate is called on one queue alone.
  private struct WeakDelegate: @unchecked Sendable {
    weak var delegate: (any CapturePhotoCaptureDelegate)?
  }

  private func capture(
    _ settings: CapturePhotoSettings, _ bracket: [any CaptureBracketedStillImageSettings],
    _ tell: @escaping @Sendable (PhotoEvent, CaptureResolvedPhotoSettings) -> Void
  ) throws(CaptureError) {
    let request = PhotoRequest(
      settings: settings, bracket: bracket, maxPhotoDimensions: maxPhotoDimensions,
      maxPrioritization: maxPhotoQualityPrioritization, takesRecentFrame: isZeroShutterLagEnabled)
    shutter.add(try request.ticket(for: self, link, shutter, tell))
  }
}
