import OpenCaptureMovies
import OpenCapturePictures
import OpenCaptureSession

/// A request for a photo, before its settings are checked and resolved.
struct PhotoRequestBuilder {
  let settings: CapturePhotoSettings
  let bracket: [any CaptureBracketedStillImageSettings]
  let maxPhotoDimensions: VideoDimensions?
  let maxPrioritization: CapturePhotoOutput.QualityPrioritization
  let takesRecentFrame: Bool

  /// The additional frames after the start of a stream in which the camera adjusts its exposure.
  private static let beginningDelay = 5

  /// Returns the current capabilities of the output's camera; nil if no camera is connected.
  static func capabilities(
    _ link: CaptureOutputLink, _ captureController: PhotoCaptureController, _ limit: VideoDimensions?
  ) -> PhotoCapabilities? {
    guard let connection = link.connections.first(where: { $0.mediaType == .video }), let input = connection.input
    else { return nil }
    let device = (input as? CaptureDeviceInput)?.device
    let expected = device?.activeFormat.formatDescription ?? (try? input.configuration(for: nil))?.formatDescription
    guard let stream = captureController.lastFormat ?? expected else { return nil }
    let takesLivePhotos = captureController.live.isEnabled && !(link.session?.recordsMovies ?? false)
    let isSteady = (link.session?.needsSteadyFormat ?? true) || takesLivePhotos
    return PhotoCapabilities(
      device: device, stream: stream, formats: isSteady ? [] : device?.formats ?? [], maxPhotoDimensions: limit,
      takesLivePhotos: takesLivePhotos)
  }

  /// Checks the settings, marks them as used and resolves them.
  ///
  /// - Throws: `CaptureError` if no camera is available, the settings cannot be met or were used before.
  func ticket(
    for output: any CaptureOutput, _ link: CaptureOutputLink, _ captureController: PhotoCaptureController,
    _ notify: @escaping @Sendable (PhotoEvent, CaptureResolvedPhotoSettings) -> Void
  ) throws(CaptureError) -> PendingPhotoRequest {
    guard let connection = link.connections.first(where: { $0.mediaType == .video && $0.isActive && $0.isEnabled }),
      let input = connection.input,
      let capabilities = Self.capabilities(link, captureController, maxPhotoDimensions)
    else { throw Self.notAvailable(output, link) }
    guard settings.photoQualityPrioritization <= maxPrioritization else {
      throw CaptureError(
        .invalidPhotoSettings, subject: output.name,
        reason: "\(settings.photoQualityPrioritization) exceeds maxPhotoQualityPrioritization")
    }
    try capabilities.check(settings, bracket)
    guard settings.token.use() else {
      throw CaptureError(
        .photoSettingsReused, subject: output.name, reason: "photo settings \(settings.uniqueID) were used before")
    }
    return ticket(capabilities, input, link.session, notify)
  }

  /// Returns the reason that no camera is available.
  private static func notAvailable(_ output: any CaptureOutput, _ link: CaptureOutputLink) -> CaptureError {
    let devices = link.connections.compactMap { ($0.input as? CaptureDeviceInput)?.device }
    guard let camera = devices.first(where: { $0.hasMediaType(.video) && !$0.isConnected }) else {
      return CaptureError(
        .photoNotAvailable, subject: output.name, reason: "the output has no active and enabled connection")
    }
    return CaptureError(
      .photoNotAvailable, subject: output.name, reason: "\(camera.localizedName) is not connected",
      hint: "connect the camera")
  }

  private func ticket(
    _ capabilities: PhotoCapabilities, _ input: any CaptureInput, _ session: (any CaptureOutputSession)?,
    _ notify: @escaping @Sendable (PhotoEvent, CaptureResolvedPhotoSettings) -> Void
  ) -> PendingPhotoRequest {
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
    return PendingPhotoRequest(
      settings: settings, resolved: resolved, bracket: bracket, device: capabilities.device,
      preparation: preparation,
      plan: plan(preparation, capabilities.device, isNewStream: stream != nil), movie: movie(capabilities.device),
      tell: { notify($0, resolved) })
  }

  /// Returns the movie of a Live Photo; nil if none is requested.
  private func movie(_ device: CaptureDevice?) -> LivePhotoMovie? {
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

  private func plan(_ preparation: PhotoPreparation, _ device: CaptureDevice?, isNewStream: Bool)
    -> PhotoRequestRequirements
  {
    var plan = PhotoRequestRequirements(id: settings.uniqueID)
    plan.frameCount = max(1, bracket.count)
    plan.photosPerFrame = settings.photosPerFrame
    plan.isPrepared = preparation.isNeeded
    plan.hasMovie = settings.livePhotoMovieFile != nil
    plan.delay = (device?.controlDelay ?? 0) + (isNewStream ? Self.beginningDelay : 0)
    plan.waitsForAdjustment = bracket.first is CaptureAutoExposureBracketedStillImageSettings
    plan.takesAnyFrame = settings.photoQualityPrioritization == .speed
    plan.takesRecentFrame = takesRecentFrame && !preparation.isNeeded
    return plan
  }
}
