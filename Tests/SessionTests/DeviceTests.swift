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

  @Test("Nothing changes without the lock, and the error says so")
  func lock() {
    let device = SyntheticCamera.stepped().device
    device.torchMode = .on
    #expect(device.configurationError?.code == .notLocked)
    #expect(device.torchMode == .off)
    #expect(throws: CaptureError.self) { try device.setValue(1, of: "horizontal_flip") }
  }

  @Test("One thread at a time has the lock, as often as it likes; another waits for it")
  func exclusiveLock() throws {
    let device = SyntheticCamera.stepped().device
    let order = Log<String>()
    try device.lockForConfiguration()
    try device.lockForConfiguration()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      order.append("asks")
      try? device.lockForConfiguration()
      order.append("has it")
      device.unlockForConfiguration()
      done.signal()
    }
    try order.wait(for: "the other thread") { $0.count == 1 }
    device.unlockForConfiguration()
    order.append("half")
    device.unlockForConfiguration()
    try done.wait(for: "the other thread's turn")
    #expect(order.all == ["asks", "half", "has it"])
  }

  @Test("A part of the program that doesn't hand the lock back is told of")
  func keptLock() throws {
    let device = SyntheticCamera.stepped().device
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    let refusal = Log<CaptureError>()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do throws(CaptureError) { try device.lockForConfiguration() } catch { refusal.append(error) }
      done.signal()
    }
    try done.wait(for: "the refusal")
    #expect(refusal.all.map(\.code) == [.lockedForConfiguration])
  }

  @Test("Exposure by hand is refused while it is automatic, and taken once it isn't")
  func exposure() throws {
    let device = SyntheticCamera.stepped().device
    try locked(device) {
      #expect(device.exposureMode == .continuousAutoExposure)
      #expect(throws: CaptureError.self) { try device.setValue(100, of: "exposure_time_absolute") }
      let duration = MediaTime(value: 1, timescale: 100)
      try device.setExposureModeCustom(duration: duration, iso: CaptureDevice.currentISO)
      #expect(device.exposureMode == .custom)
      #expect(device.exposureDuration == duration)
      #expect(throws: CaptureError.self) {
        try device.setExposureModeCustom(duration: MediaTime(value: 10, timescale: 1), iso: 1)
      }
    }
  }

  @Test("What the camera lacks is unsupported, before and after")
  func unsupported() throws {
    var options = SyntheticCamera.Options()
    options.controls.removeAll { ["exposure_time_absolute", "gain"].contains($0.name) }
    let device = SyntheticCamera.stepped(options: options).device
    #expect(!device.isWhiteBalanceModeSupported(.locked))
    #expect(!device.isExposurePointOfInterestSupported)
    try locked(device) {
      #expect(throws: CaptureError.self) { try device.set(\.whiteBalanceMode, to: .locked) }
      device.exposurePointOfInterest = Point(x: 0, y: 0)
      #expect(device.configurationError?.code == .unsupported)
    }
  }

  @Test("Every control is there under its own name, with its range")
  func controls() throws {
    let device = SyntheticCamera.stepped().device
    let names = try device.controls().map(\.name.rawValue)
    #expect(names.contains("focus_absolute") && names.contains("zoom_absolute"))
    try locked(device) {
      let granted = try device.setValue(1, of: "horizontal_flip")
      #expect(granted == 1)
      #expect(throws: CaptureError.self) { try device.setValue(2, of: "horizontal_flip") }
      #expect(throws: CaptureError.self) { try device.setValue(2, of: "coffee") }
    }
    #expect(try device.value(of: "horizontal_flip") == 1)
  }

  /// The picture of the first frame after `change`.
  private func picture(
    scene: any SyntheticScene = MovingCode(), _ change: (CaptureDevice) throws -> Void
  ) throws -> PixelBuffer {
    let kept = Log<SampleBuffer>()
    let it = try SteppedSession(scene: scene, log: VideoLog { kept.append($0) })
    try locked(it.camera.device) { try change(it.camera.device) }
    try it.step()
    return try #require(kept.all.first?.imageBuffer)
  }

  @Test("Focus blurs, exposure and torch brighten, zoom and flips move what is seen")
  func optics() throws {
    let plain = try picture { _ in }
    let blurred = try picture { try $0.setFocusModeLocked(lensPosition: 1) }
    #expect(try blurred.sharpness() < plain.sharpness() / 2)
    func brightness(_ picture: PixelBuffer) throws -> Int {
      try LumaHistogram(of: picture).counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }
    }
    let dark = try picture { try $0.setExposureModeCustom(duration: MediaTime(value: 5, timescale: 1000), iso: 16) }
    #expect(try brightness(dark) < brightness(plain))
    #expect(try brightness(picture { $0.torchMode = .on }) > brightness(plain))
    let flipped = try picture { $0.isHorizontallyFlipped = true }
    let mirrored = try plain.converted(to: .nv12).uprightCopy(.upMirrored)
    #expect(try LumaHistogram(of: flipped) == LumaHistogram(of: mirrored))
    #expect(try picture { $0.videoZoomFactor = 2 }.sharpness() != plain.sharpness())
  }

  @Test("A ramp zooms a little with each frame, by their times")
  func ramp() throws {
    let it = try SteppedSession()
    let device = it.camera.device
    try locked(device) { try device.ramp(toVideoZoomFactor: 4, withRate: 2) }
    var factors: [Double] = []
    for _ in 0..<20 {
      try it.step()
      factors.append(device.videoZoomFactor)
    }
    #expect(factors == factors.sorted())
    #expect(factors[0] == 1 && factors[19] == 4)
    #expect(abs(factors[7] - 1.9) < 0.1)
    #expect(!device.isRampingVideoZoom)
  }

  @Test("Software autofocus finds where the picture is sharp, and says when it is done")
  func autofocus() async throws {
    let it = try SteppedSession(scene: MovingCode { _ in "still" })
    let device = it.camera.device
    var updates = device.isAdjustingFocusUpdates.makeAsyncIterator()
    #expect(await updates.next() == false)
    try locked(device) {
      #expect(device.isFocusPointOfInterestSupported)
      device.focusPointOfInterest = Point(x: 0.4, y: 0.4)
      device.focusMode = .autoFocus
      #expect(device.configurationError == nil)
    }
    #expect(device.isAdjustingFocus)
    var count = 0
    while device.isAdjustingFocus, count < 100_000 {
      try it.step()
      count += 1
    }
    #expect(abs(try device.value(of: "focus_absolute") - 120) <= 5)
    #expect(device.focusMode == .locked)
  }

  @Test("Software autofocus finds where the picture is sharp though what is at the point comes and goes")
  func autofocusOnMoving() throws {
    let it = try SteppedSession(scene: CodeAndFaces())
    let device = it.camera.device
    try locked(device) {
      device.focusPointOfInterest = Point(x: 0.5, y: 0.25)
      device.focusMode = .autoFocus
    }
    var count = 0
    while device.isAdjustingFocus, count < 100_000 {
      try it.step(7)
      count += 1
    }
    #expect(abs(try device.value(of: "focus_absolute") - 120) <= 15)
  }

  @Test("Where nothing is to be seen, software autofocus leaves the lens where it was, however often it is asked")
  func autofocusOnNothing() throws {
    let it = try SteppedSession(scene: .halves(120, 120))
    let device = it.camera.device
    // The camera's own autofocus has put it where the picture is sharp.
    #expect(try device.value(of: "focus_absolute") == 120)
    for interruption in [nil, 3, 20] {
      try locked(device) {
        device.focusPointOfInterest = Point(x: 0.2, y: 0.8)
        device.focusMode = .autoFocus
      }
      if let interruption {
        // In the middle of a scan the lens is somewhere.
        try it.step(interruption)
        try locked(device) { device.focusMode = .autoFocus }
      }
      var count = 0
      while device.isAdjustingFocus, count < 100_000 {
        try it.step()
        count += 1
      }
      #expect(try device.value(of: "focus_absolute") == 120)
      #expect(device.focusMode == .locked)
    }
  }

  @Test("A stream that is late to say that its camera is gone isn't heard once the camera is back")
  func lateEnd() throws {
    let camera = FrameCamera(
      FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 64, height: 48)))
    let (device, session) = (CaptureDevice(camera), CaptureSession())
    session.sessionPreset = .inputPriority
    try session.addInput(CaptureDeviceInput(device: device))
    try session.addOutput(CaptureVideoDataOutput())
    session.startRunning()
    device.didDisconnect()
    device.didConnect(camera)
    camera.vanish()
    #expect(device.isConnected)
    session.stopRunning()
  }

  @Test("Discovery finds by type, and follows what is plugged in")
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
