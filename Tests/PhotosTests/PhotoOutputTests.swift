import CaptureFixtures
import Dispatch
import Fixtures
import OpenCapturePictures
import OpenCaptureSyntheticDevices
@testable import OpenCapturePhotos
import Testing

@Suite("CapturePhotoOutput")
struct PhotoOutputTests {
  @Test("A photo is a JPEG of the next frame with the camera's metadata, and its steps are reported in order")
  func photo() throws {
    let it = try SteppedPhotos()
    let log = PhotoLog()
    var settings = CapturePhotoSettings()
    settings.embeddedThumbnailDimensions = VideoDimensions(width: 80, height: 80)
    settings.previewPhotoFormat = CapturePhotoSettings.PreviewFormat(
      dimensions: VideoDimensions(width: 100, height: 100))
    settings.metadata.tags[.artist] = .text("Ada")
    let photo = try it.take(settings, log)
    #expect(log.steps.all == PhotoLog.expected())
    let resolved = try #require(log.resolved.all.first)
    let size = VideoDimensions(width: 320, height: 240)
    #expect(resolved.photoDimensions == size && resolved.expectedPhotoCount == 1)
    #expect(resolved.uniqueID == settings.uniqueID && photo.resolvedSettings == resolved)
    let file = try EncodedPicture(#require(photo.fileDataRepresentation()))
    #expect(file.format == .jpeg)
    #expect(try file.info().dimensions == size)
    #expect(photo.previewPixelBuffer?.dimensions == VideoDimensions(width: 100, height: 75))
    #expect(try photo.embeddedThumbnail?.info().dimensions == VideoDimensions(width: 80, height: 60))
    #expect(photo.metadata.tags[.artist] == .text("Ada"))
    #expect(photo.metadata.tags[.model] == .text("Synthetic Camera"))
    #expect(photo.metadata.date != nil && photo.metadata.secondsFromGMT != nil)
    #expect(photo.photoCount == 1 && photo.sequenceCount == 0 && photo.sourceDeviceType == .synthetic)
  }

  @Test("The steps of eight overlapping photos are reported in order, and each photo has its own frame")
  func overlapping() throws {
    let it = try SteppedPhotos()
    it.output.isResponsiveCaptureEnabled = true
    for _ in 0..<125 {
      let logs = (0..<8).map { _ in PhotoLog() }
      for log in logs {
        let settings = CapturePhotoSettings(format: .pixels(.grey))
        try it.output.capturePhoto(with: settings, delegate: log)
      }
      for log in logs { try it.step(until: log) }
      for log in logs { #expect(log.steps.all == PhotoLog.expected()) }
      #expect(Set(logs.flatMap { $0.photos.all.map(\.timestamp) }).count == 8)
    }
  }

  @Test("Used settings and their copies are rejected, and new settings made from them are accepted")
  func reuse() throws {
    let it = try SteppedPhotos()
    let settings = CapturePhotoSettings()
    _ = try it.take(settings)
    var copy = settings
    copy.photoQualityPrioritization = .speed
    let error = #expect(throws: CaptureError.self) {
      try it.output.capturePhoto(with: copy, delegate: PhotoLog())
    }
    #expect(error?.code == .photoSettingsReused)
    _ = try it.take(CapturePhotoSettings(from: settings))
  }

  @Test("Settings that cannot be met are rejected before anything is reported", arguments: InvalidSettings.all)
  func refused(invalid: InvalidSettings) throws {
    let it = try SteppedPhotos()
    let log = PhotoLog()
    let error = #expect(throws: CaptureError.self) {
      try it.output.capturePhoto(with: invalid.settings, delegate: log)
    }
    #expect(error?.code == invalid.code)
    #expect(log.steps.count == 0)
    // The rejected settings are not marked as used.
    #expect(invalid.settings.token.use())
  }

  struct InvalidSettings: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let settings: CapturePhotoSettings
    var code = CaptureError.Code.unsupported

    static let all: [InvalidSettings] = {
      func changed(_ change: (inout CapturePhotoSettings) -> Void) -> CapturePhotoSettings {
        var settings = CapturePhotoSettings()
        change(&settings)
        return settings
      }
      let none = VideoDimensions(width: 0, height: 3)
      return [
        InvalidSettings(
          testDescription: "raw", settings: CapturePhotoSettings(rawPixelFormatType: PixelFormat(rawValue: "RGGB"))),
        InvalidSettings(
          testDescription: "Live Photo", settings: changed { $0.livePhotoMovieFile = "a.mov" },
          code: .invalidPhotoSettings),
        InvalidSettings(testDescription: "depth", settings: changed { $0.isDepthDataDeliveryEnabled = true }),
        InvalidSettings(
          testDescription: "mattes", settings: changed { $0.isPortraitEffectsMatteDeliveryEnabled = true }),
        InvalidSettings(
          testDescription: "codec", settings: CapturePhotoSettings(format: .compressed(.h264)),
          code: .invalidPhotoSettings),
        InvalidSettings(
          testDescription: "quality", settings: CapturePhotoSettings(format: .compressed(.jpeg, quality: 1.5)),
          code: .invalidPhotoSettings),
        InvalidSettings(
          testDescription: "file type",
          settings: CapturePhotoSettings(format: .compressed(.jpeg), processedFileType: .png),
          code: .invalidPhotoSettings),
        InvalidSettings(
          testDescription: "size", settings: changed { $0.maxPhotoDimensions = none }, code: .invalidPhotoSettings),
      ]
    }()
  }

  @Test("A photo requires a running session")
  func notRunning() throws {
    let it = try SteppedPhotos(starts: false)
    #expect(it.output.captureReadiness == .sessionNotRunning)
    let error = #expect(throws: CaptureError.self) {
      try it.output.capturePhoto(with: CapturePhotoSettings(), delegate: PhotoLog())
    }
    #expect(error?.code == .photoNotAvailable)
    it.session.startRunning()
    #expect(it.output.captureReadiness == .ready)
  }

  @Test("A photo from an unplugged camera is rejected with that reason")
  func gone() throws {
    let it = try SteppedPhotos()
    it.camera.inject(.vanish)
    it.camera.step()
    it.session.stopRunning()
    let error = #expect(throws: CaptureError.self) {
      try it.output.capturePhoto(with: CapturePhotoSettings(), delegate: PhotoLog())
    }
    #expect(error?.code == .photoNotAvailable)
    #expect(error?.description.hasSuffix("is not connected; connect the camera") == true)
  }

  @Test("All steps are reported after any failure", arguments: Failure.allCases)
  func failures(failure: Failure) throws {
    let it = try SteppedPhotos()
    it.camera.step()
    if failure == .silent { it.output.captureController.timeout = 1_000_000 }
    let logs = (0..<3).map { _ in PhotoLog() }
    for log in logs { try it.output.capturePhoto(with: CapturePhotoSettings(), delegate: log) }
    failure.happen(to: it)
    for log in logs {
      try log.waitForEnd()
      #expect(log.steps.all == PhotoLog.expected(failure.code))
    }
  }

  enum Failure: CaseIterable {
    case unplugged, unpluggedAndWaitedFor, stopped, outputRemoved, inputRemoved, silent

    func happen(to it: SteppedPhotos) {
      switch self {
      case .unplugged: it.camera.inject(.vanish)
      case .unpluggedAndWaitedFor:
        it.session.resumesAfterInterruption = true
        it.camera.inject(.vanish)
      case .stopped: it.session.stopRunning()
      case .outputRemoved: it.session.removeOutput(it.output)
      case .inputRemoved: it.session.removeInput(it.input)
      case .silent: return
      }
      it.camera.step()
    }

    var code: CaptureError.Code {
      switch self {
      case .unplugged, .unpluggedAndWaitedFor: .deviceDisconnected
      case .stopped, .outputRemoved, .inputRemoved: .photoInterrupted
      case .silent: .stalled
      }
    }
  }

  @Test("A photo that cannot be encoded is reported as failed, and the next one succeeds")
  func encoderFails() throws {
    let it = try SteppedPhotos()
    let log = PhotoLog()
    var settings = CapturePhotoSettings()
    for number: UInt16 in 0..<40 {
      settings.metadata.tags[PictureTag(.main, 0xc000 + number)] = .text(String(repeating: "a", count: 2000))
    }
    try it.output.capturePhoto(with: settings, delegate: log)
    try it.step(until: log)
    #expect(log.steps.all == PhotoLog.expected(.photoProcessingFailed))
    _ = try it.take(CapturePhotoSettings())
  }

  @Test("The files of all available codecs have the right type")
  func codecs() throws {
    let it = try SteppedPhotos()
    for codec in it.output.availablePhotoCodecTypes {
      let photo = try it.take(CapturePhotoSettings(format: .compressed(codec)))
      let type = try #require(CapturePhotoFileType(codec: codec))
      #expect(photo.fileType == type)
      let start = try #require(photo.fileDataRepresentation()).withUnsafeBytes { Array($0.prefix(12)) }
      switch type {
      case .jpg: #expect(start.starts(with: [0xff, 0xd8]))
      case .png: #expect(start.starts(with: [0x89, 0x50]))
      default: #expect(String(decoding: start[4..<8], as: UTF8.self) == "ftyp")
      }
    }
    let pixels = try it.take(CapturePhotoSettings(format: .pixels(.bgra)))
    #expect(pixels.pixelBuffer?.format == .bgra && pixels.fileDataRepresentation() == nil)
    #expect(throws: CaptureError.self) { try pixels.write(to: "/nonexistent/a.jpg") }
  }

  @Test(
    "The rotation of the connection is stored as the orientation, and the pixels are not rotated",
    arguments: VideoRotation.allCases
  )
  func orientation(rotation: VideoRotation) throws {
    for isMirrored in [false, true] {
      let it = try SteppedPhotos()
      let connection = try #require(it.output.connection(with: .video))
      connection.videoRotation = rotation
      connection.isVideoMirrored = isMirrored
      let photo = try it.take(CapturePhotoSettings())
      let info = try EncodedPicture(#require(photo.fileDataRepresentation())).info()
      #expect(info.orientation == connection.videoTransform)
      #expect(info.dimensions == VideoDimensions(width: 320, height: 240))
    }
  }

  @Test("With zero shutter lag, the photo is the newest frame and needs no further one")
  func zeroShutterLag() throws {
    let it = try SteppedPhotos()
    it.output.isZeroShutterLagEnabled = true
    it.camera.step(5)
    let log = PhotoLog()
    try it.output.capturePhoto(with: CapturePhotoSettings(format: .pixels(.grey)), delegate: log)
    try log.waitForEnd()
    #expect(log.photos.all.map(\.timestamp) == [MediaTime(value: 4, timescale: 15)])
  }

  @Test(
    "The camera is switched to its largest format for a larger photo, unless the stream must be steady")
  func largerPhotos() throws {
    let it = try SteppedPhotos()
    let size = VideoDimensions(width: 1920, height: 1080)
    it.output.maxDimensions = size
    #expect(try it.take(CapturePhotoSettings()).resolvedSettings.photoDimensions == size)
    #expect(it.camera.device.actualConfiguration?.formatDescription.videoDimensions.width == 320)
    #expect(it.session.sessionPreset == .low)
    it.output.link.needsSteadyFormat = true
    let photo = try it.take(CapturePhotoSettings())
    #expect(photo.resolvedSettings.photoDimensions == VideoDimensions(width: 320, height: 240))
    var small = CapturePhotoSettings()
    small.maxPhotoDimensions = VideoDimensions(width: 100, height: 100)
    let info = try EncodedPicture(#require(it.take(small).fileDataRepresentation())).info()
    #expect(info.dimensions == VideoDimensions(width: 100, height: 75))
  }

  @Test("The lamp is on only during the photo")
  func flash() throws {
    let it = try SteppedPhotos()
    #expect(it.output.supportedFlashModes == [.off, .on, .auto])
    let lit = Log<Bool>()
    let device = it.camera.device
    let log = PhotoLog { step in if step == .willCapture { lit.append(device.isTorchActive) } }
    var settings = CapturePhotoSettings()
    settings.flashMode = .on
    let photo = try it.take(settings, log)
    #expect(photo.resolvedSettings.isFlashEnabled && photo.metadata.exposure.isFlashFired == true)
    #expect(lit.all == [true])
    #expect(!device.isTorchActive)
    settings = CapturePhotoSettings()
    settings.flashMode = .auto
    // The synthetic camera never reports a dark scene.
    #expect(try !it.take(settings).resolvedSettings.isFlashEnabled)
  }

  /// A detector with the same two faces in every frame.
  private struct Faces: FrameProcessor {
    mutating func process(_ frame: inout Frame) {
      frame.metadataObjects += [
        FaceObject(faceID: 1, boundingBox: Rect(x: 0, y: 0, width: 0.1, height: 0.1)),
        FaceObject(faceID: 2, boundingBox: Rect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)),
      ]
    }
  }

  @Test("The largest face that a metadata output reports is the subject area of a photo")
  func subjectArea() throws {
    let it = try SteppedPhotos()
    let faces = CaptureMetadataOutput(detectors: [Faces()])
    try it.session.add(faces)
    it.camera.step()
    try faces.settle()
    #expect(try it.take(CapturePhotoSettings()).metadata.tags[.subjectArea] == .shorts([160, 150, 160, 60]))
    var settings = CapturePhotoSettings()
    settings.metadata.tags[.subjectArea] = .shorts([1, 2])
    #expect(try it.take(settings).metadata.tags[.subjectArea] == .shorts([1, 2]))
    it.session.removeOutput(faces)
    #expect(try it.take(CapturePhotoSettings()).metadata.tags[.subjectArea] == nil)
  }

  @Test("The readiness follows the requests")
  func readiness() throws {
    let it = try SteppedPhotos()
    let coordinator = CapturePhotoOutputReadinessCoordinator(photoOutput: it.output)
    let settings = CapturePhotoSettings()
    coordinator.startTrackingCaptureRequest(using: settings)
    #expect(it.output.captureReadiness == .ready && coordinator.captureReadiness == .notReadyMomentarily)
    let log = PhotoLog()
    try it.output.capturePhoto(with: settings, delegate: log)
    #expect(it.output.captureReadiness == .notReadyMomentarily)
    try it.step(until: log)
    it.output.captureController.settle()
    #expect(it.output.captureReadiness == .ready && coordinator.captureReadiness == .ready)
    it.session.stopRunning()
    #expect(coordinator.captureReadiness == .sessionNotRunning)
  }

  @Test("Prepared settings are not used up, and invalid ones are reported")
  func prepared() async throws {
    let it = try SteppedPhotos()
    let settings = CapturePhotoSettings()
    let isReady = await withCheckedContinuation { continuation in
      it.output.prepare(for: [settings]) { isReady, _ in continuation.resume(returning: isReady) }
    }
    #expect(isReady)
    _ = try it.take(settings)
    let failure = await withCheckedContinuation { continuation in
      it.output.prepare(for: [CapturePhotoSettings(format: .compressed(.h264))]) { _, error in
        continuation.resume(returning: error)
      }
    }
    #expect(failure?.code == .invalidPhotoSettings)
  }

  @Test("A burst gets every frame in order")
  func burst() throws {
    let it = try SteppedPhotos()
    it.output.isResponsiveCaptureEnabled = true
    let logs = (0..<30).map { _ in PhotoLog() }
    for log in logs { try it.output.capturePhoto(with: CapturePhotoSettings(), delegate: log) }
    for _ in 0..<30 {
      it.camera.step()
      it.output.captureController.settle()
    }
    let times = logs.flatMap { $0.photos.all.map(\.timestamp) }
    #expect(times == (0..<30).map { MediaTime(value: $0, timescale: 15) })
  }

  @Test("Waiting photos hold few of the camera's buffers, and their number is limited")
  func waiting() throws {
    var options = SyntheticCamera.Options()
    options.bufferCount = 4
    let it = try SteppedPhotos(options: options)
    it.output.isResponsiveCaptureEnabled = true
    let gate = DispatchSemaphore(value: 0)
    let logs = (0..<12).map { _ in PhotoLog() }
    it.output.captureController.processing.async { gate.wait() }
    for log in logs {
      try it.output.capturePhoto(with: CapturePhotoSettings(format: .pixels(.grey)), delegate: log)
    }
    it.camera.step(12)
    #expect(it.output.captureReadiness == .notReadyMomentarily)
    gate.signal()
    it.output.captureController.settle()
    let times = logs.flatMap { $0.photos.all.map(\.timestamp) }
    #expect(times == (0..<8).map { MediaTime(value: $0, timescale: 15) })
    for log in logs { try it.step(until: log) }
  }
}
