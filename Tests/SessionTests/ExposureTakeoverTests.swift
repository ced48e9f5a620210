import CaptureFixtures
import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

@testable import OpenCaptureSession

@Suite("Taking exposure over from a camera")
struct ExposureTakeoverTests {
  /// A synthetic camera whose driver has moods.
  private final class MoodyCamera: CaptureDeviceDriver {
    struct Moods: Lockable {
      /// What it doesn't let anybody set.
      var refused: Set<CaptureControl.Name> = []
      /// What it does before its stream is returned.
      var atStart: (@Sendable () -> Void)?
    }

    let camera: SyntheticCamera
    let moods = Locked(Moods())
    var identity: CaptureDevice.Identity { camera.identity }
    var controlDelay: Int { camera.controlDelay }

    init(_ camera: SyntheticCamera) { self.camera = camera }

    func formats() throws(CaptureError) -> [CaptureDevice.Format] { try camera.formats() }
    func controls() throws(CaptureError) -> [CaptureControl] { try camera.controls() }
    func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64 { try camera.value(of: control) }

    func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
      guard !moods.withLock({ $0.refused.contains(control) }) else {
        throw CaptureError(.controlLocked, subject: "\(control)", reason: "the camera keeps it to itself")
      }
      return try camera.setValue(value, of: control)
    }

    func startStreaming(
      _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
    ) throws(CaptureError) -> any CaptureStream {
      let stream = try camera.startStreaming(configuration, to: sink)
      moods.withLock { $0.atStart }?()
      return stream
    }
  }

  /// A session with such a camera, whose exposure is to be metered.
  private struct Rig {
    let driver: MoodyCamera
    let device: CaptureDevice
    let session = CaptureSession()

    init(_ scene: any SyntheticScene = .halves(80, 200), options: SyntheticCamera.Options = .init()) throws {
      driver = MoodyCamera(.stepped(scene: scene, options: options))
      device = CaptureDevice(driver)
      session.sessionPreset = .low
      try session.addInput(CaptureDeviceInput(device: device))
      try session.addOutput(CaptureVideoDataOutput())
    }

    func expose(_ mode: CaptureDevice.ExposureMode) throws {
      try device.lockForConfiguration()
      defer { device.unlockForConfiguration() }
      try device.set(\.exposurePointOfInterest, to: Point(x: 0.25, y: 0.5))
      try device.set(\.exposureMode, to: mode)
    }

    /// Makes frames, each of which is metered before the next one is made.
    func step(_ count: Int) {
      for _ in 0..<count {
        let metering = device.exposureMetering
        driver.camera.step()
        metering?.settle()
      }
    }
  }

  @Test("A frame that comes before it is known what was granted begins nothing: no exposure outlasts a frame")
  func earlyFrame() throws {
    // So dark that exposure goes as far as it can.
    let rig = try Rig(.halves(17, 17))
    try rig.expose(.continuousAutoExposure)
    rig.driver.moods.withLock { moods in moods.atStart = { rig.step(1) } }
    rig.session.startRunning()
    rig.step(30)
    let frame = try #require(rig.device.grantedConfiguration).frameDuration
    #expect(rig.device.iso == rig.device.maxISO && rig.device.exposureDuration <= frame)
    rig.session.stopRunning()
  }

  @Test("A camera that refuses at a stream's first frame ends it, is left as it is, and says why")
  func refusal() throws {
    var options = SyntheticCamera.Options()
    options.controls.append(
      CaptureControl("gain_automatic", kind: .boolean, minimum: 0, maximum: 1, defaultValue: 0))
    for (refused, mode) in [
      ("gain_automatic", .locked), ("auto_exposure", .continuousAutoExposure),
    ] as [(CaptureControl.Name, CaptureDevice.ExposureMode)] {
      for wish in [CaptureDevice.ExposureMode.autoExpose, .continuousAutoExposure] {
        let rig = try Rig(options: options)
        try rig.expose(wish)
        // Another program has it meanwhile.
        try rig.driver.camera.change(refused, to: refused == "auto_exposure" ? 3 : 1)
        rig.driver.moods.withLock { $0.refused = [refused] }
        rig.session.startRunning()
        rig.step(3)
        #expect(
          rig.device.exposureMode == mode && !rig.device.isMeteringExposure && !rig.device.isAdjustingExposure)
        #expect(rig.device.configurationError?.code == .controlLocked)
        // What is asked for then is refused at once.
        #expect(throws: CaptureError.self) { try rig.expose(wish) }
        #expect(rig.device.exposureMode == mode)
        rig.session.stopRunning()
      }
    }
  }

  /// What `begin` does while exposure is taken over, and how often it was.
  private final class Script: Sendable {
    struct State: Lockable {
      var count = 0
      var meanwhile: (@Sendable () -> Void)?
    }

    let state = Locked(State())

    var count: Int { state.withLock { $0.count } }

    func begin() -> AutoexposureRun {
      let meanwhile = state.withLock { state in
        state.count += 1
        return state.meanwhile.take()
      }
      meanwhile?()
      let gain = CaptureControl("gain", minimum: 1, maximum: 64, defaultValue: 16)
      return AutoexposureRun(
        ExposureLadder(time: nil, gain: gain, frame: nil), current: ExposureSetting(time: nil, gain: 16), delay: 0)
    }

    func metering() -> SoftwareAutoexposure {
      SoftwareAutoexposure(
        at: Point(x: 0.5, y: 0.5), isContinuous: true, bias: 0,
        actions: .init(begin: { self.begin() }, set: { $0 }, didMeasure: { _ in }, didFail: { _, _ in }))
    }
  }

  @Test("What is over takes nothing over, and what ends in the middle of it sets nothing")
  func over() throws {
    let script = Script()
    let ended = script.metering()
    ended.cancel()
    try ended.begin()
    #expect(script.count == 0 && !ended.isAdjusting)

    let metering = script.metering()
    script.state.withLock { $0.meanwhile = { metering.rest() } }
    try metering.begin()
    // The stream that it was begun for is gone; the next one's first frame begins anew.
    #expect(script.count == 1 && !metering.isAdjusting)
    let frame = SampleBuffer(imageBuffer: try PixelBuffer(format: .grey, width: 64, height: 64))
    metering.look(at: frame)
    metering.settle()
    #expect(script.count == 2 && metering.isAdjusting)

    let cancelled = script.metering()
    script.state.withLock { $0.meanwhile = { cancelled.cancel() } }
    try cancelled.begin()
    #expect(!cancelled.isAdjusting)
  }
}
