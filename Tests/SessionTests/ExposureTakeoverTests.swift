import CaptureFixtures
import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

@testable import OpenCaptureSession

@Suite("Software exposure takeover")
struct ExposureTakeoverTests {
  /// A synthetic camera whose driver can reject controls and act at the start of a stream.
  private final class UnreliableCamera: CaptureDeviceDriver {
    struct Behavior: Lockable {
      /// The controls that cannot be set.
      var rejected: Set<CaptureControl.Name> = []
      /// An action before the stream is returned.
      var atStart: (@Sendable () -> Void)?
    }

    let camera: SyntheticCamera
    let behavior = Locked(Behavior())
    var identity: CaptureDevice.Identity { camera.identity }
    var controlDelay: Int { camera.controlDelay }

    init(_ camera: SyntheticCamera) { self.camera = camera }

    func formats() throws(CaptureError) -> [CaptureDevice.Format] { try camera.formats() }
    func controls() throws(CaptureError) -> [CaptureControl] { try camera.controls() }
    func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64 { try camera.value(of: control) }

    func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
      guard !behavior.withLock({ $0.rejected.contains(control) }) else {
        throw CaptureError(.controlLocked, subject: "\(control)", reason: "the camera does not release the control")
      }
      return try camera.setValue(value, of: control)
    }

    func startStreaming(
      _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
    ) throws(CaptureError) -> any CaptureStream {
      let stream = try camera.startStreaming(configuration, to: sink)
      behavior.withLock { $0.atStart }?()
      return stream
    }
  }

  /// A session with such a camera.
  private struct Rig {
    let driver: UnreliableCamera
    let device: CaptureDevice
    let session = CaptureSession()

    init(_ scene: any SyntheticScene = .halves(80, 200), options: SyntheticCamera.Options = .init()) throws {
      driver = UnreliableCamera(.stepped(scene: scene, options: options))
      device = CaptureDevice(driver)
      session.sessionPreset = .low
      try session.add(CaptureDeviceInput(device: device))
      try session.add(CaptureVideoDataOutput())
    }

    func expose(_ mode: CaptureDevice.ExposureMode) throws {
      try device.lockForConfiguration()
      defer { device.unlockForConfiguration() }
      try device.set(\.exposurePoint, to: Point(x: 0.25, y: 0.5))
      try device.set(\.exposureMode, to: mode)
    }

    /// Produces frames, and waits after each one until it is metered.
    func step(_ count: Int) {
      for _ in 0..<count {
        let metering = device.exposureMetering
        driver.camera.step()
        metering?.settle()
      }
    }
  }

  @Test("A frame before the actual configuration is known starts nothing, so exposure time stays below a frame")
  func earlyFrame() throws {
    // A dark scene, so that exposure reaches its limit.
    let rig = try Rig(.halves(17, 17))
    try rig.expose(.continuousAutoExposure)
    rig.driver.behavior.withLock { behavior in behavior.atStart = { rig.step(1) } }
    rig.session.startRunning()
    rig.step(30)
    let frame = try #require(rig.device.actualConfiguration).frameDuration
    #expect(rig.device.iso == rig.device.maxISO && rig.device.exposureDuration <= frame)
    rig.session.stopRunning()
  }

  @Test("If the camera rejects the takeover at the first frame, software exposure ends with an error")
  func refusal() throws {
    var options = SyntheticCamera.Options()
    options.controls.append(
      CaptureControl(.automaticGain, kind: .boolean, minimum: 0, maximum: 1, defaultValue: 0))
    for (rejected, mode) in [
      (.automaticGain, .locked), (.exposureMode, .continuousAutoExposure),
    ] as [(CaptureControl.Name, CaptureDevice.ExposureMode)] {
      for requested in [CaptureDevice.ExposureMode.autoExpose, .continuousAutoExposure] {
        let rig = try Rig(options: options)
        try rig.expose(requested)
        // Another program changes the control meanwhile.
        try rig.driver.camera.change(rejected, to: rejected == .exposureMode ? 3 : 1)
        rig.driver.behavior.withLock { $0.rejected = [rejected] }
        rig.session.startRunning()
        rig.step(3)
        #expect(
          rig.device.exposureMode == mode && !rig.device.isMeteringExposure && !rig.device.isAdjustingExposure)
        #expect(rig.device.configurationError?.code == .controlLocked)
        // Later requests are rejected at once.
        #expect(throws: CaptureError.self) { try rig.expose(requested) }
        #expect(rig.device.exposureMode == mode)
        rig.session.stopRunning()
      }
    }
  }

  /// A counter of the `begin` calls, which runs an action during the takeover.
  private final class Script: Sendable {
    struct State: Lockable {
      var count = 0
      var meanwhile: (@Sendable () -> Void)?
    }

    let state = Locked(State())

    var count: Int { state.withLock { $0.count } }

    func begin() -> AutoexposureController {
      let meanwhile = state.withLock { state in
        state.count += 1
        return state.meanwhile.take()
      }
      meanwhile?()
      let gain = CaptureControl(.gain, minimum: 1, maximum: 64, defaultValue: 16)
      return AutoexposureController(
        ExposureScale(time: nil, gain: gain, frame: nil), current: ExposureSetting(time: nil, gain: 16), delay: 0)
    }

    func metering() -> SoftwareAutoexposure {
      SoftwareAutoexposure(
        at: Point(x: 0.5, y: 0.5), isContinuous: true, bias: 0,
        actions: .init(begin: { self.begin() }, set: { $0 }, didMeasure: { _ in }, didFail: { _, _ in }))
    }
  }

  @Test("Ended software exposure takes nothing over, and an end during the takeover prevents all settings")
  func over() throws {
    let script = Script()
    let ended = script.metering()
    ended.cancel()
    try ended.begin()
    #expect(script.count == 0 && !ended.isAdjusting)

    let metering = script.metering()
    script.state.withLock { $0.meanwhile = { metering.pause() } }
    try metering.begin()
    // The stream of this takeover has ended, so the first frame of the next stream starts again.
    #expect(script.count == 1 && !metering.isAdjusting)
    let frame = SampleBuffer(pixelBuffer: try PixelBuffer(format: .grey, width: 64, height: 64))
    metering.analyze(at: frame)
    metering.settle()
    #expect(script.count == 2 && metering.isAdjusting)

    let cancelled = script.metering()
    script.state.withLock { $0.meanwhile = { cancelled.cancel() } }
    try cancelled.begin()
    #expect(!cancelled.isAdjusting)
  }
}
