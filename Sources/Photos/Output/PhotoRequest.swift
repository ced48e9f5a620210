import OpenCaptureMovies
import OpenCapturePictures
import OpenCaptureSession

/// Settings on their way to a ticket: what is checked of them, and what they come to.
struct PhotoRequest {
  let settings: CapturePhotoSettings
  let bracket: [any CaptureBracketedStillImageSettings]
  let maxPhotoDimensions: VideoDimensions?
  let maxPrioritization: CapturePhotoOutput.QualityPrioritization
  let takesRecentFrame: Bool

  /// How many more frames a stream that was just begun is given to expose itself.
  private static let beginningDelay = 5

  /// What the output's camera can do now; nil where nothing leads to it.
  static func abilities(
    _ link: CaptureOutputLink, _ shutter: PhotoShutter, _ limit: VideoDimensions?
  ) -> PhotoAbilities? {
    guard let connection = link.connections.first(where: { $0.mediaType == .video }), let input = connection.input
    else { return nil }
    let device = (input as? CaptureDeviceInput)?.device
    let expected = device?.activeFormat.formatDescription ?? (try? input.configuration(for: nil))?.formatDescription
    guard let stream = shutter.lastFormat ?? expected else { return nil }
    let takesLivePhotos = shutter.live.isEnabled && !(link.session?.recordsMovies ?? false)
    let isSteady = (link.session?.needsSteadyFormat ?? true) || takesLivePhotos
    return PhotoAbilities(
      device: device, stream: stream, formats: isSteady ? [] : device?.formats ?? [], maxPhotoDimensions: limit,
      takesLivePhotos: takesLivePhotos)
  }

  /// Checks the settings, and uses them up.
  ///
  /// - Throws: `CaptureError` where there is no camera, the settings can't be met, or were used before.
  func ticket(
    for output: any CaptureOutput, _ link: CaptureOutputLink, _ shutter: PhotoShutter,
    _ tell: @escaping @Sendable (PhotoEvent, CaptureResolvedPhotoSettings) -> Void
  ) throws(CaptureError) -> PhotoTicket {
    guard let connection = link.connections.first(where: { $0.mediaType == .video && $0.isActive && $0.isEnabled }),
      let input = connection.input, let abilities = Self.abilities(link, shutter, maxPhotoDimensions)
    else { throw Self.notAvailable(output, link) }
    guard settings.photoQualityPrioritization <= maxPrioritization else {
      throw CaptureError(
        .invalidPhotoSettings, subject: output.name,
        reason: "\(settings.photoQualityPrioritization) is more than its maxPhotoQualityPrioritization")
    }
    try abilities.check(settings, bracket)
    guard settings.token.use() else {
      throw CaptureError(
        .photoSettingsReused, subject: output.name, reason: "photo settings \(settings.uniqueID) were used before")
    }
    return ticket(abilities, input, link.session, tell)
  }

  /// Why no camera gives photos.
  private static func notAvailable(_ output: any CaptureOutput, _ link: CaptureOutputLink) -> CaptureError {
    let devices = link.connections.compactMap { ($0.input as? CaptureDeviceInput)?.device }
    guard let camera = devices.first(where: { $0.hasMediaType(.video) && !$0.isConnected }) else {
      return CaptureError(
        .photoNotAvailable, subject: output.name, reason: "no connection that is active and enabled leads to it")
    }
    return CaptureError(
      .photoNotAvailable, subject: output.name, reason: "\(camera.localizedName) is not connected",
      remedy: "plug the camera in again")
  }

  private func ticket(
    _ abilities: PhotoAbilities, _ input: any CaptureInput, _ session: (any CaptureOutputSession)?,
    _ tell: @escaping @Sendable (PhotoEvent, CaptureResolvedPhotoSettings) -> Void
  ) -> PhotoTicket {
    let choice = session == nil ? nil : abilities.format(for: settings)
    let resolved = abilities.resolve(settings, frameCount: max(1, bracket.count), in: choice?.format)
    let stream = choice.flatMap { choice in
      session.map { session in
        PhotoPreparation.Stream(
          session: session, input: input,
          configuration: CaptureStreamConfiguration(format: choice.format, frameDuration: choice.frameDuration))
      }
    }
    let preparation = PhotoPreparation(
      abilities.device, usesLamp: resolved.isFlashEnabled, bracket: bracket, stream: stream)
    return PhotoTicket(
      settings: settings, resolved: resolved, bracket: bracket, device: abilities.device, preparation: preparation,
      plan: plan(preparation, abilities.device, isNewStream: stream != nil), movie: movie(abilities.device),
      tell: { tell($0, resolved) })
  }

  /// The movie of a Live Photo.
  private func movie(_ device: CaptureDevice?) -> LiveMovie? {
    guard let path = settings.livePhotoMovieFile else { return nil }
    var known = MovieMetadata()
    (known.creationDate, known.software) = (.now, settings.metadata.software)
    known.contentIdentifier = ContentIdentifier.make()
    known.location = settings.metadata.location
    (known.make, known.model) = (device?.makeInFiles, device?.modelInFiles)
    return LiveMovie(
      path: path, codec: settings.livePhotoVideoCodecType,
      metadata: settings.livePhotoMovieMetadata.filled(from: known))
  }

  private func plan(_ preparation: PhotoPreparation, _ device: CaptureDevice?, isNewStream: Bool) -> PhotoPlan {
    var plan = PhotoPlan(id: settings.uniqueID)
    (plan.frameCount, plan.photosPerFrame) = (max(1, bracket.count), settings.photosPerFrame)
    plan.isPrepared = preparation.isNeeded
    plan.hasMovie = settings.livePhotoMovieFile != nil
    plan.delay = (device?.controlDelay ?? 0) + (isNewStream ? Self.beginningDelay : 0)
    plan.waitsForAdjustment = bracket.first is CaptureAutoExposureBracketedStillImageSettings
    plan.takesAnyFrame = settings.photoQualityPrioritization == .speed
    plan.takesRecentFrame = takesRecentFrame && !preparation.isNeeded
    return plan
  }
}
