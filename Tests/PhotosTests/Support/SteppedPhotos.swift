import CaptureFixtures
import Fixtures
@testable import OpenCapturePhotos
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

/// A session with a synthetic camera that makes frames when it is told to, and a photo output.
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
    try session.addInput(input)
    try session.addOutput(output)
    // Frames come when the test says so, however long that takes.
    output.shutter.patience = 600_000_000_000
    if starts { session.startRunning() }
  }

  /// Asks for a photo and steps until it is there.
  func take(_ settings: CapturePhotoSettings, _ log: PhotoLog = PhotoLog()) throws -> CapturePhoto {
    try output.capturePhoto(with: settings, delegate: log)
    try step(until: log)
    return try #require(log.photos.all.last)
  }

  /// Makes frames until a request's end is told.
  func step(until log: PhotoLog) throws(TimedOut) {
    try TimedOut.unless("the photo's end") { deadline in
      while !log.isAtEnd {
        guard MonotonicClock.now() < deadline else { return false }
        camera.step()
        output.shutter.settle()
      }
      return true
    }
  }
}

extension PhotoLog {
  var isAtEnd: Bool { steps.all.contains { if case .didFinish = $0 { true } else { false } } }
}
