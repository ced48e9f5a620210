import OpenCaptureMovies
import OpenCapturePictures
import OpenCaptureSession

extension CapturePhotoOutput {
  /// The additional frames after the start of a stream in which the camera adjusts its exposure.
  private static let beginningDelay = 5

  /// The current capabilities of the output's camera; nil if no camera is connected.
  var capabilities: PhotoCapabilities? {
    guard let input = connection(with: .video)?.input else { return nil }
    let device = (input as? CaptureDeviceInput)?.device
    let expected = device?.activeFormat.formatDescription ?? (try? input.configuration(for: nil))?.formatDescription
    guard let stream = captureController.lastFormat ?? expected else { return nil }
    let takesLivePhotos = isLivePhotoCaptureEnabled
    let isSteady = (link.session?.needsSteadyFormat ?? true) || takesLivePhotos
    return PhotoCapabilities(
      device: device, stream: stream, formats: isSteady ? [] : device?.formats ?? [],
      maxPhotoDimensions: maxDimensions, takesLivePhotos: takesLivePhotos)
  }

  /// Checks settings, marks them as used and resolves them to a request.
  ///
  /// - Throws: `CaptureError` if no camera is available, the settings cannot be met or were used before.
  func request(
    _ settings: CapturePhotoSettings, _ bracket: [any CaptureBracketedStillImageSettings],
    _ notify: @escaping @Sendable (PhotoEvent, CaptureResolvedPhotoSettings) -> Void
  ) throws(CaptureError) -> PendingPhotoRequest {
    let connection = link.connections.first { $0.mediaType == .video && $0.isActive && $0.isEnabled }
    guard let input = connection?.input, let capabilities = capabilities else { throw notAvailable }
    guard settings.photoQualityPrioritization <= maxPhotoQualityPrioritization else {
      throw CaptureError(
        .invalidPhotoSettings, subject: name,
        reason: "\(settings.photoQualityPrioritization) exceeds maxPhotoQualityPrioritization")
    }
    try capabilities.check(settings, bracket)
    guard settings.token.use() else {
      throw CaptureError(
        .photoSettingsReused, subject: name, reason: "photo settings \(settings.uniqueID) were used before")
    }
    return resolve(settings, bracket, capabilities, input, notify)
  }

  /// The reason that no camera is available.
  private var notAvailable: CaptureError {
    let devices = link.connections.compactMap { ($0.input as? CaptureDeviceInput)?.device }
    guard let camera = devices.first(where: { $0.hasMediaType(.video) && !$0.isConnected }) else {
      return CaptureError(
        .photoNotAvailable, subject: name, reason: "the output has no active and enabled connection")
    }
    return CaptureError(
      .photoNotAvailable, subject: name, reason: "\(camera.localizedName) is not connected",
      hint: "connect the camera")
  }

  private func resolve(
    _ settings: CapturePhotoSettings, _ bracket: [any CaptureBracketedStillImageSettings],
    _ capabilities: PhotoCapabilities, _ input: any CaptureInput,
    _ notify: @escaping @Sendable (PhotoEvent, CaptureResolvedPhotoSettings) -> Void
  ) -> PendingPhotoRequest {
    let session = link.session
    let choice = session == nil ? nil : capabilities.format(for: settings)
    let resolved = capabilities.resolve(settings, frameCount: max(1, bracket.count), in: choice?.format)
    let stream = choice.flatMap { choice in
      session.map { session in
        PhotoPreparation.Stream(
          session: session, input: input,
          configuration: CaptureStreamConfiguration(format: choice.format, frameDuration: choice.frameDuration))
      }
    }
    let preparation = PhotoPreparation(
      capabilities.device, usesLamp: resolved.isFlashEnabled, bracket: bracket, stream: stream)
    var plan = PhotoRequestRequirements(id: settings.uniqueID)
    plan.frameCount = max(1, bracket.count)
    plan.photosPerFrame = settings.photosPerFrame
    plan.isPrepared = preparation.isNeeded
    plan.hasMovie = settings.livePhotoMovieFile != nil
    plan.delay = (capabilities.device?.controlDelay ?? 0) + (stream == nil ? 0 : Self.beginningDelay)
    plan.waitsForAdjustment = bracket.first is CaptureAutoExposureBracketedStillImageSettings
    plan.takesAnyFrame = settings.photoQualityPrioritization == .speed
    plan.takesRecentFrame = isZeroShutterLagEnabled && !preparation.isNeeded
    return PendingPhotoRequest(
      settings: settings, resolved: resolved, bracket: bracket, device: capabilities.device,
      preparation: preparation, plan: plan, movie: Self.movie(settings, capabilities.device),
      tell: { notify($0, resolved) })
  }

  /// Returns the movie of a Live Photo; nil if none is requested.
  private static func movie(_ settings: CapturePhotoSettings, _ device: CaptureDevice?) -> LivePhotoMovie? {
    guard let path = settings.livePhotoMovieFile else { return nil }
    var defaults = MovieMetadata()
    defaults.creationDate = .now
    defaults.software = settings.metadata.software
    defaults.contentIdentifier = ContentIdentifier.make()
    defaults.location = settings.metadata.location
    defaults.make = device?.metadataMake
    defaults.model = device?.metadataModel
    return LivePhotoMovie(
      path: path, codec: settings.livePhotoVideoCodecType,
      metadata: settings.livePhotoMovieMetadata.filled(from: defaults))
  }
}
