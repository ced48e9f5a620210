import AVFoundation
import CaptureFixtures
import Fixtures
import OpenCaptureSyntheticDevices
import Testing

/// The properties that Apple documents as observable, except for those of the other observation tests.
@Suite("Observable properties")
struct ObservablePropertiesTests {
  private let camera = SyntheticCamera.stepped()
  private let session = AVCaptureSession()
  private let log = Log<String>()

  private func begin(_ outputs: AVCaptureOutput...) throws {
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    for output in outputs { session.addOutput(output) }
  }

  /// Logs the initial value and all changes of a property.
  private func note<Object: KeyValueObservable, Value>(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, as name: String
  ) -> NSKeyValueObservation {
    let log = log
    return object.observe(keyPath, options: [.initial, .new]) { _, change in
      log.append("\(name) \(change.newValue.map { "\($0)" } ?? "-")")
    }
  }

  /// Waits until a property has a value, with at least `count` changes before, and returns all logged values.
  private func values(of name: String, to last: String, after count: Int = 0) throws -> [String] {
    func values(in lines: [String]) -> [String] {
      lines.compactMap { $0.hasPrefix(name + " ") ? String($0.dropFirst(name.count + 1)) : nil }
    }
    try log.wait(for: "\(name) \(last)") { lines in
      let logged = values(in: lines)
      return logged.count > count && logged.last == last
    }
    return values(in: log.all)
  }

  @Test("A connection reports its rotation, mirroring, and whether it is enabled and active")
  func connection() throws {
    let output = AVCaptureVideoDataOutput()
    try begin(output)
    let connection = try #require(output.connection(with: .video))
    let observations = [
      note(connection, \.videoRotationAngle, as: "angle"), note(connection, \.isVideoMirrored, as: "mirrored"),
      note(connection, \.isEnabled, as: "enabled"), note(connection, \.isActive, as: "active"),
    ]
    connection.videoRotationAngle = 90
    connection.videoRotationAngle = 45
    connection.videoOrientation = .landscapeLeft
    connection.isVideoMirrored = true
    connection.isEnabled = false
    session.startRunning()
    session.stopRunning()
    #expect(try values(of: "angle", to: "180.0") == ["0.0", "90.0", "180.0"])
    #expect(try values(of: "mirrored", to: "true") == ["false", "true"])
    #expect(try values(of: "enabled", to: "false") == ["true", "false"])
    #expect(try values(of: "active", to: "false", after: 2) == ["false", "true", "false"])
    withExtendedLifetime(observations) {}
  }

  @Test("Automatic mirroring is reported")
  func automaticMirroring() throws {
    let front = SyntheticCamera(uniqueID: "front", position: .front)
    let output = AVCaptureVideoDataOutput()
    session.addInput(try AVCaptureDeviceInput(device: front.device))
    session.addOutput(output)
    let connection = try #require(output.connection(with: .video))
    let observation = note(connection, \.isVideoMirrored, as: "mirrored")
    connection.automaticallyAdjustsVideoMirroring = true
    #expect(try values(of: "mirrored", to: "true") == ["false", "true"])
    withExtendedLifetime(observation) {}
  }

  @Test("A preview reports whether it shows frames")
  func preview() throws {
    try begin(AVCaptureVideoDataOutput())
    let layer = AVCaptureVideoPreviewLayer(session: session)
    let observation = note(layer, \.isPreviewing, as: "previewing")
    session.startRunning()
    camera.step()
    #expect(try values(of: "previewing", to: "true") == ["false", "true"])
    session.stopRunning()
    #expect(try values(of: "previewing", to: "false") == ["false", "true", "false"])
    withExtendedLifetime(observation) {}
  }

  @Test("A photo output reports its readiness, and capabilities that depend on other outputs")
  func photos() throws {
    let photos = AVCapturePhotoOutput()
    let movies = AVCaptureMovieFileOutput()
    let observations = [
      note(photos, \.captureReadiness, as: "readiness"), note(photos, \.isLivePhotoCaptureSupported, as: "live"),
      note(photos, \.availablePhotoCodecTypes.isEmpty, as: "codecless"),
    ]
    try begin(photos)
    session.startRunning()
    #expect(try values(of: "readiness", to: "ready") == ["sessionNotRunning", "ready"])
    session.addOutput(movies)
    session.removeOutput(movies)
    #expect(try values(of: "live", to: "true", after: 2) == ["true", "false", "true"])
    session.stopRunning()
    #expect(try values(of: "readiness", to: "sessionNotRunning").count == 3)
    #expect(try values(of: "codecless", to: "false") == ["false"])
    withExtendedLifetime(observations) {}
  }

  @Test("A photo output reports scenes that need a flash, after a change of the camera")
  func flashScene() throws {
    let dim = SyntheticCamera(uniqueID: "dim")
    let photos = AVCapturePhotoOutput()
    let observation = note(photos, \.isFlashScene, as: "flash")
    try begin(photos)
    session.beginConfiguration()
    session.removeInput(session.inputs[0])
    session.addInput(try AVCaptureDeviceInput(device: dim.device))
    session.commitConfiguration()
    try dim.device.lockForConfiguration()
    dim.device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 10), iso: 60)
    #expect(try values(of: "flash", to: "true") == ["false", "true"])
    dim.device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 1000), iso: 10)
    dim.device.unlockForConfiguration()
    #expect(try values(of: "flash", to: "false") == ["false", "true", "false"])
    withExtendedLifetime(observation) {}
  }

  @Test("A still image output reports whether it is taking a still")
  func still() throws {
    let stills = AVCaptureStillImageOutput()
    try begin(stills)
    let connection = try #require(stills.connection(with: .video))
    let observation = note(stills, \.isCapturingStillImage, as: "capturing")
    let received = Log<CMSampleBuffer?>()
    session.startRunning()
    stills.captureStillImageAsynchronously(from: connection) { sample, _ in received.append(sample) }
    try TimedOut.unless("the still") { deadline in
      while received.count == 0 {
        guard MonotonicClock.now() < deadline else { return false }
        camera.step()
      }
      return true
    }
    session.stopRunning()
    #expect(try values(of: "capturing", to: "false", after: 2) == ["false", "true", "false"])
    withExtendedLifetime(observation) {}
  }

  @Test("A discovery session reports cameras that disconnect and connect, until the observation ends")
  func discovery() async throws {
    // Tasks forward the changes, so the test must not block their thread.
    func waitForValues(_ count: Int) async throws {
      let deadline = MonotonicClock.now() + 120_000_000_000
      while log.count < count, MonotonicClock.now() < deadline { try await Task.sleep(for: .milliseconds(2)) }
    }
    let found = SyntheticCamera(uniqueID: "found")
    let discovery = AVCaptureDevice.DiscoverySession(
      deviceTypes: [.synthetic], mediaType: .video, position: .unspecified, provider: SyntheticCameras([found]))
    let observation = note(discovery, \.devices.count, as: "count")
    let other = note(discovery, \.devices.isEmpty, as: "empty")
    found.inject(.vanish)
    try await waitForValues(4)
    #expect(try values(of: "count", to: "0") == ["1", "0"])
    #expect(try values(of: "empty", to: "true") == ["false", "true"])
    observation.invalidate()
    found.recover()
    try await waitForValues(5)
    #expect(try values(of: "empty", to: "false") == ["false", "true", "false"])
    #expect(try values(of: "count", to: "0") == ["1", "0"])
    withExtendedLifetime(other) {}
  }

  @Test("A camera reports its flash mode, and whether the flash is available and would fire")
  func flash() throws {
    let device = camera.device
    let observations = [
      note(device, \.flashMode, as: "mode"), note(device, \.isFlashActive, as: "active"),
      note(device, \.isFlashAvailable, as: "available"),
    ]
    try device.lockForConfiguration()
    device.flashMode = .on
    device.unlockForConfiguration()
    #expect(try values(of: "mode", to: "on") == ["off", "on"])
    #expect(try values(of: "active", to: "true") == ["false", "true"])
    camera.inject(.vanish)
    #expect(try values(of: "available", to: "false") == ["true", "false"])
    #expect(try values(of: "active", to: "false", after: 2) == ["false", "true", "false"])
    withExtendedLifetime(observations) {}
  }

  @Test("A camera with manual exposure reports how much too dark its frames are")
  func exposureTargetOffset() throws {
    let device = camera.device
    try begin(AVCaptureVideoDataOutput())
    session.startRunning()
    let observation = note(device, \.exposureTargetOffset, as: "offset")
    try device.lockForConfiguration()
    device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 2000), iso: device.minISO)
    device.unlockForConfiguration()
    camera.step()
    try log.wait(for: "the offset") { lines in
      lines.contains { line in Float(line.dropFirst("offset ".count)).map { $0 < -4 } ?? false }
    }
    #expect(device.exposureTargetOffset < -4 && device.exposureMode == .custom)
    session.stopRunning()
    withExtendedLifetime(observation) {}
  }

  @Test("The constant angles of a rotation coordinator can be observed")
  func rotation() throws {
    let coordinator = AVCaptureDevice.RotationCoordinator(device: camera.device, previewLayer: nil)
    let observations = [
      note(coordinator, \.videoRotationAngleForHorizonLevelCapture, as: "capture"),
      note(coordinator, \.videoRotationAngleForHorizonLevelPreview, as: "preview"),
    ]
    #expect(try values(of: "capture", to: "0.0") == ["0.0"])
    #expect(try values(of: "preview", to: "0.0") == ["0.0"])
    withExtendedLifetime(observations) {}
  }
}
