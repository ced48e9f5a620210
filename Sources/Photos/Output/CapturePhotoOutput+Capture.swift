import Dispatch
public import OpenCaptureSession
public import OpenCaptureSystem

extension CapturePhotoOutput {
  /// Requests a photo and reports its progress to a delegate.
  ///
  /// - Parameters:
  ///   - settings: The settings, which are copied and can be used once.
  ///   - delegate: The delegate, held weakly.
  /// - Throws: `CaptureError` if no camera is available, the settings were used before, or the output cannot meet them.
  ///   The delegate is not called then.
  public func capturePhoto(
    with settings: CapturePhotoSettings, delegate: any CapturePhotoCaptureDelegate
  ) throws(CaptureError) {
    try capture(settings, [], notifier(delegate, settings.uniqueID))
  }

  /// Requests a bracket and reports its progress to a delegate.
  ///
  /// The exposure of each frame begins after its setting took effect. The output restores the settings of the camera
  /// before it calls ``CapturePhotoCaptureDelegate/photoOutput(_:didFinishCaptureFor:error:)``, also after failures.
  ///
  /// - Throws: The errors of ``capturePhoto(with:delegate:)-(CapturePhotoSettings,_)``.
  public func capturePhoto(
    with settings: CapturePhotoBracketSettings, delegate: any CapturePhotoCaptureDelegate
  ) throws(CaptureError) {
    try check(settings)
    try capture(settings.photo, settings.bracketedSettings, notifier(delegate, settings.uniqueID))
  }

  /// Takes a photo; a raw one if the settings request only that.
  ///
  /// - Throws: `CaptureError` if the photo cannot be taken or fails.
  public func photo(with settings: CapturePhotoSettings) async throws(CaptureError) -> CapturePhoto {
    let photos = try await photos(with: settings, [])
    guard let photo = photos.last else {
      throw CaptureError(.photoProcessingFailed, subject: name, reason: "the camera delivered no photo")
    }
    return photo
  }

  /// Takes a bracket and returns its photos in order.
  ///
  /// - Throws: `CaptureError` if a photo cannot be taken or fails.
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

  /// Takes photos and delivers all of them at once, on the output's queue.
  func collect(
    _ settings: CapturePhotoSettings, _ bracket: [any CaptureBracketedStillImageSettings],
    _ completion: @escaping @Sendable (Result<[CapturePhoto], CaptureError>) -> Void
  ) {
    let taken = Locked<[CapturePhoto]>([])
    let movieFailure = Locked<[CaptureError]>([])
    let count = settings.photosPerFrame * max(1, bracket.count)
    do throws(CaptureError) {
      try capture(settings, bracket) { event, _ in
        switch event {
        case .didProcess(let photo, nil): taken.withLock { $0.append(photo) }
        case .didProcessMovie(_, _, let error?): movieFailure.withLock { $0 = [error] }
        case .didFinish(let error):
          var photos = taken.withLock { $0 }
          // A failed movie doesn't discard its photo.
          guard photos.count == count else {
            let none = CaptureError(
              .photoProcessingFailed, subject: "photo", reason: "the camera delivered no photo")
            return completion(.failure(error ?? none))
          }
          let failure = movieFailure.withLock { $0.first }
          for index in photos.indices { photos[index].livePhotoMovieError = failure }
          completion(.success(photos))
        default: break
        }
      }
    } catch {
      captureController.callbacks.async { completion(.failure(error)) }
    }
  }

  private func check(_ settings: CapturePhotoBracketSettings) throws(CaptureError) {
    guard !settings.bracketedSettings.isEmpty else {
      throw CaptureError(.invalidPhotoSettings, subject: name, reason: "the bracket has no photos")
    }
  }

  /// Returns a function that calls the delegate, until the delegate is released.
  private func notifier(
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

  /// Unchecked: the delegate is called on only one queue.
  private struct WeakDelegate: @unchecked Sendable {
    weak var delegate: (any CapturePhotoCaptureDelegate)?
  }

  private func capture(
    _ settings: CapturePhotoSettings, _ bracket: [any CaptureBracketedStillImageSettings],
    _ notify: @escaping @Sendable (PhotoEvent, CaptureResolvedPhotoSettings) -> Void
  ) throws(CaptureError) {
    captureController.add(try request(settings, bracket, notify))
  }
}

extension CaptureError.Code {
  /// The photo settings contradict each other, or the output cannot meet them.
  public static var invalidPhotoSettings: Self { Self("invalidPhotoSettings") }
  /// The photo settings were used before.
  public static var photoSettingsReused: Self {
    Self("photoSettingsReused", hint: "create new settings for each photo with CapturePhotoSettings(from:)")
  }
  /// No camera is available: the session doesn't run, or no camera is connected to the output.
  public static var photoNotAvailable: Self { Self("photoNotAvailable", hint: "start the session first") }
  /// The session stopped or removed the output before the photo was taken.
  public static var photoInterrupted: Self { Self("photoInterrupted", hint: "take the photo again") }
  /// A frame was captured, but the photo could not be created from it.
  public static var photoProcessingFailed: Self { Self("photoProcessingFailed") }
}
