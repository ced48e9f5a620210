import CaptureFixtures
import Fixtures
@testable import OpenCapturePhotos
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

/// A session with a photo output and a synthetic camera that delivers frames on request.
struct SteppedPhotos {
  let camera: SyntheticCamera
  let session = CaptureSession()
  let input: CaptureDeviceInput
  let output = CapturePhotoOutput()

  init(
    scene: any SyntheticScene = ColorBars(), options: SyntheticCamera.Options = SyntheticCamera.Options(),
    preset: CaptureSession.Preset = .low, starts: Bool = true
  ) throws {
    camera = .stepped(scene: scene, options: options)
    input = try CaptureDeviceInput(device: camera.device)
    session.sessionPreset = preset
    try session.add(input)
    try session.add(output)
    // The test controls the frames, so that the timeout must not expire.
    output.captureController.timeout = 600_000_000_000
    if starts { session.startRunning() }
  }

  /// Requests a photo and delivers frames until it is finished.
  func take(_ settings: CapturePhotoSettings, _ log: PhotoLog = PhotoLog()) throws -> CapturePhoto {
    try output.capturePhoto(with: settings, delegate: log)
    try step(until: log)
    return try #require(log.photos.all.last)
  }

  /// Delivers frames until a request is finished.
  func step(until log: PhotoLog) throws(TimedOut) {
    try TimedOut.unless("the end of the photo") { deadline in
      while !log.isAtEnd {
        guard MonotonicClock.now() < deadline else { return false }
        camera.step()
        output.captureController.settle()
      }
      return true
    }
  }
}

extension PhotoLog {
  var isAtEnd: Bool { steps.all.contains { if case .didFinish = $0 { true } else { false } } }
}
