import OpenCaptureFlow
import CaptureFixtures
import OpenCaptureSyntheticDevices
@testable import OpenCaptureSession
import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureProcessing
import Testing

@Suite("CaptureDevice")
struct DeviceTests {
  private func locked(_ device: CaptureDevice, _ body: () throws -> Void) throws {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    try body()
  }

  @Test("A change without the lock is rejected with an error")
  func lock() {
    let device = SyntheticCamera.stepped().device
    device.torchMode = .on
    #expect(device.configurationError?.code == .notLocked)
    #expect(device.torchMode == .off)
    #expect(throws: CaptureError.self) { try device.setValue(1, of: .horizontalFlip) }
  }

  @Test("One thread at a time holds the lock, repeatedly if needed, and another thread waits for it")
  func exclusiveLock() throws {
    let device = SyntheticCamera.stepped().device
    let order = Log<String>()
    try device.lockForConfiguration()
    try device.lockForConfiguration()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      order.append("waiting")
      try? device.lockForConfiguration()
      order.append("locked")
      device.unlockForConfiguration()
      done.signal()
    }
    try order.wait(for: "the other thread") { $0.count == 1 }
    device.unlockForConfiguration()
    order.append("half unlocked")
    device.unlockForConfiguration()
    try done.wait(for: "the other thread to lock")
    #expect(order.all == ["waiting", "half unlocked", "locked"])
  }

  @Test("Locking fails with an error if another thread does not unlock")
  func keptLock() throws {
    let device = SyntheticCamera.stepped().device
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    let errors = Log<CaptureError>()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do throws(CaptureError) { try device.lockForConfiguration() } catch { errors.append(error) }
      done.signal()
    }
    try done.wait(for: "the error")
    #expect(errors.all.map(\.code) == [.lockedForConfiguration])
  }

  @Test("Manual exposure is rejected in automatic mode and accepted in custom mode")
  func exposure() throws {
    let device = SyntheticCamera.stepped().device
    try locked(device) {
      #expect(device.exposureMode == .continuousAutoExposure)
      #expect(throws: CaptureError.self) { try device.setValue(100, of: .exposureDuration) }
      let duration = MediaTime(value: 1, timescale: 100)
      try device.expose(for: duration, iso: CaptureDevice.currentISO)
      #expect(device.exposureMode == .custom)
      #expect(device.exposureDuration == duration)
      #expect(throws: CaptureError.self) {
        try device.expose(for: MediaTime(value: 10, timescale: 1), iso: 1)
      }
    }
  }

  @Test("Missing features are reported as unsupported, before and after an attempt to use them")
  func unsupported() throws {
    var options = SyntheticCamera.Options()
    options.controls.removeAll { [.exposureDuration, .gain].contains($0.name) }
    let device = SyntheticCamera.stepped(options: options).device
    #expect(!device.isWhiteBalanceModeSupported(.locked))
    #expect(!device.isExposurePointOfInterestSupported)
    try locked(device) {
      #expect(throws: CaptureError.self) { try device.set(\.whiteBalanceMode, to: .locked) }
      device.exposurePoint = Point(x: 0, y: 0)
      #expect(device.configurationError?.code == .unsupported)
    }
  }

  @Test("All controls are available under neutral names, with their ranges")
  func controls() throws {
    let device = SyntheticCamera.stepped().device
    let names = try device.controls().map(\.name)
    #expect(names.contains(.lensPosition) && names.contains(.zoomFactor))
    try locked(device) {
      let actual = try device.setValue(1, of: .horizontalFlip)
      #expect(actual == 1)
      #expect(throws: CaptureError.self) { try device.setValue(2, of: .horizontalFlip) }
      #expect(throws: CaptureError.self) { try device.setValue(2, of: "coffee") }
    }
    #expect(try device.value(of: .horizontalFlip) == 1)
  }

  /// Returns the image of the first frame after `change`.
  private func picture(
    scene: any SyntheticScene = MovingCode(), _ change: (CaptureDevice) throws -> Void
  ) throws -> PixelBuffer {
    let kept = Log<SampleBuffer>()
    let it = try SteppedSession(scene: scene, log: VideoLog { kept.append($0) })
    try locked(it.camera.device) { try change(it.camera.device) }
    try it.step()
    return try #require(kept.all.first?.pixelBuffer)
  }

  @Test("Defocus blurs, exposure and torch brighten, and zoom and flips change the visible image")
  func optics() throws {
    let plain = try picture { _ in }
    let blurred = try picture { try $0.lockFocus(at: 1) }
    #expect(try blurred.sharpness() < plain.sharpness() / 2)
    func brightness(_ picture: PixelBuffer) throws -> Int {
      try LumaHistogram(of: picture).counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }
    }
    let dark = try picture { try $0.expose(for: MediaTime(value: 5, timescale: 1000), iso: 16) }
    #expect(try brightness(dark) < brightness(plain))
    #expect(try brightness(picture { $0.torchMode = .on }) > brightness(plain))
    let flipped = try picture { $0.isHorizontallyFlipped = true }
    let mirrored = try plain.converted(to: .nv12).uprightCopy(.upMirrored)
    #expect(try LumaHistogram(of: flipped) == LumaHistogram(of: mirrored))
    #expect(try picture { $0.zoomFactor = 2 }.sharpness() != plain.sharpness())
  }

  @Test("A ramp changes the zoom with each frame, based on the frame's time")
  func ramp() throws {
    let it = try SteppedSession()
    let device = it.camera.device
    try locked(device) { try device.rampZoom(to: 4, rate: 2) }
    var factors: [Double] = []
    for _ in 0..<20 {
      try it.step()
      factors.append(device.zoomFactor)
    }
    #expect(factors == factors.sorted())
    #expect(factors[0] == 1 && factors[19] == 4)
    #expect(abs(factors[7] - 1.9) < 0.1)
    #expect(!device.isRampingVideoZoom)
  }

  @Test("Software autofocus finds the sharpest position and reports its end")
  func autofocus() async throws {
    let it = try SteppedSession(scene: MovingCode { _ in "still" })
    let device = it.camera.device
    var updates = device.isAdjustingFocusUpdates.makeAsyncIterator()
    #expect(await updates.next() == false)
    try locked(device) {
      #expect(device.isFocusPointOfInterestSupported)
      device.focusPoint = Point(x: 0.4, y: 0.4)
      device.focusMode = .autoFocus
      #expect(device.configurationError == nil)
    }
    #expect(device.isAdjustingFocus)
    var count = 0
    while device.isAdjustingFocus, count < 100_000 {
      try it.step()
      count += 1
    }
    #expect(abs(try device.value(of: .lensPosition) - 120) <= 5)
    #expect(device.focusMode == .locked)
  }

  @Test("Software autofocus finds the sharpest position for a subject that repeatedly leaves the region")
  func autofocusOnMoving() throws {
    let it = try SteppedSession(scene: CodeAndFaces())
    let device = it.camera.device
    try locked(device) {
      device.focusPoint = Point(x: 0.5, y: 0.25)
      device.focusMode = .autoFocus
    }
    var count = 0
    while device.isAdjustingFocus, count < 100_000 {
      try it.step(7)
      count += 1
    }
    #expect(abs(try device.value(of: .lensPosition) - 120) <= 15)
  }

  @Test("Without a subject, software autofocus keeps returning the lens to its former position")
  func autofocusOnNothing() throws {
    let it = try SteppedSession(scene: .halves(120, 120))
    let device = it.camera.device
    // The camera's own autofocus has moved the lens to the sharpest position.
    #expect(try device.value(of: .lensPosition) == 120)
    for interruption in [nil, 3, 20] {
      try locked(device) {
        device.focusPoint = Point(x: 0.2, y: 0.8)
        device.focusMode = .autoFocus
      }
      if let interruption {
        // During a scan the lens position is arbitrary.
        try it.step(interruption)
        try locked(device) { device.focusMode = .autoFocus }
      }
      var count = 0
      while device.isAdjustingFocus, count < 100_000 {
        try it.step()
        count += 1
      }
      #expect(try device.value(of: .lensPosition) == 120)
      #expect(device.focusMode == .locked)
    }
  }

  @Test("A late disconnection reported by a stream is ignored after the camera was reconnected")
  func lateEnd() throws {
    let camera = FrameCamera(
      FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 64, height: 48)))
    let device = CaptureDevice(camera)
    let session = CaptureSession()
    session.sessionPreset = .inputPriority
    try session.add(CaptureDeviceInput(device: device))
    try session.add(CaptureVideoDataOutput())
    session.startRunning()
    device.didDisconnect()
    device.didConnect(camera)
    camera.vanish()
    #expect(device.isConnected)
    session.stopRunning()
  }

  @Test("A search for wide-angle cameras finds external cameras too, after built-in ones")
  func wideAngle() {
    let cameras = SyntheticCameras([
      SyntheticCamera(uniqueID: "usb", deviceType: .external),
      SyntheticCamera(uniqueID: "lid", deviceType: .builtInWideAngleCamera),
    ])
    func found(_ types: CaptureDevice.DeviceType...) -> [String] {
      let session = CaptureDevice.DiscoverySession(
        deviceTypes: types, mediaType: .video, position: .unspecified, provider: cameras)
      return session.devices.map(\.uniqueID)
    }
    #expect(found(.builtInWideAngleCamera) == ["lid", "usb"])
    #expect(found(.external, .builtInWideAngleCamera) == ["usb", "lid"])
    #expect(found(.external) == ["usb"] && found(.synthetic) == [])
  }

  @Test("Discovery finds devices by type and follows connections and disconnections")
  func discovery() throws {
    let camera = SyntheticCamera.stepped()
    let cameras = SyntheticCameras([camera])
    let session = CaptureDevice.DiscoverySession(
      deviceTypes: [.synthetic], mediaType: .video, position: .unspecified, provider: cameras)
    #expect(session.devices == [camera.device])
    #expect(session.devices[0] === camera.device)
    let others = CaptureDevice.DiscoverySession(
      deviceTypes: [.external], mediaType: .video, position: .unspecified, provider: cameras)
    #expect(others.devices == [])
    camera.inject(.vanish)
    #expect(session.devices == [])
    camera.recover()
    #expect(session.devices == [camera.device])
  }
}
