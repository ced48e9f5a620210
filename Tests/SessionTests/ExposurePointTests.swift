import CaptureFixtures
import Fixtures
import OpenCaptureMediaSamples
@testable import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Exposure at a point")
struct ExposurePointTests {
  /// The luma of 18 % gray in video range: 118 of 255 in full range.
  private static let target = 16 + 219 * 0.4613
  private static let dark = Point(x: 0.25, y: 0.5)
  private static let bright = Point(x: 0.75, y: 0.5)

  /// A camera in front of a scene of two halves, with a log of the luma of both.
  private final class Rig {
    let it: SteppedSession
    let lumas = Log<(left: UInt8, right: UInt8)>()
    var device: CaptureDevice { it.camera.device }

    init(_ left: UInt8 = 40, _ right: UInt8 = 200, options: SyntheticCamera.Options = .init()) throws {
      let lumas = lumas
      it = try SteppedSession(
        scene: .halves(left, right), options: options,
        log: VideoLog { sample in
          guard let luma = try? sample.luma() else { return }
          let row = luma.height / 2 * luma.planes[0].bytesPerRow
          luma.withUnsafePlane(0) { lumas.append(($0[row + luma.width / 4], $0[row + luma.width * 3 / 4])) }
        })
    }

    func expose(at point: Point, _ mode: CaptureDevice.ExposureMode = .continuousAutoExposure) throws {
      try locked {
        try device.set(\.exposurePoint, to: point)
        try device.set(\.exposureMode, to: mode)
      }
    }

    func locked(_ body: () throws -> Void) throws {
      try device.lockForConfiguration()
      defer { device.unlockForConfiguration() }
      try body()
    }

    /// Produces frames, and waits after each one until it is metered.
    func step(_ count: Int) throws {
      for _ in 0..<count {
        let metering = device.exposureMetering
        try it.step()
        metering?.settle()
      }
    }

    /// Produces frames, and waits after each one until it is metered without software exposure.
    func stepMetering(_ count: Int) throws {
      for _ in 0..<count {
        try it.step()
        device.settleMetering()
      }
    }

    /// Returns the luma of the last frames at a point, the oldest first.
    func luma(at point: Point, last count: Int = 1) -> [Double] {
      lumas.all.suffix(count).map { Double(point.x < 0.5 ? $0.left : $0.right) }
    }
  }

  private func isOnTarget(_ luma: Double) -> Bool { abs(luma - Self.target) <= 0.05 * Self.target }

  @Test(
    "Luma at the point is within 5 % of the target after twelve frames, for any delay of the camera",
    arguments: [dark, bright], [0, 1, 3])
  func target(point: Point, delay: Int) throws {
    var options = SyntheticCamera.Options()
    options.exposureDelay = delay
    let rig = try Rig(options: options)
    try rig.step(2)
    try rig.expose(at: point)
    #expect(rig.device.isAdjustingExposure)
    try rig.step(12)
    #expect(rig.luma(at: point).allSatisfy(isOnTarget), "\(rig.luma(at: point, last: 12))")
    try rig.step(60)
    let steady = rig.luma(at: point, last: 60)
    #expect(steady.allSatisfy { isOnTarget($0) && $0 == steady[0] }, "\(steady)")
    #expect(!rig.device.isAdjustingExposure && abs(rig.device.exposureTargetOffset) <= 0.1)
    #expect(rig.device.exposureMode == .continuousAutoExposure)
    #expect(rig.device.exposureDuration <= MediaTime(value: 1, timescale: 15))
  }

  @Test("Setting the point starts nothing, and autoExpose adjusts once and then locks")
  func once() async throws {
    let rig = try Rig()
    var updates = rig.device.isAdjustingExposureUpdates.makeAsyncIterator()
    #expect(await updates.next() == false)
    try rig.locked { try rig.device.set(\.exposurePoint, to: Self.bright) }
    try rig.step(3)
    #expect(!rig.device.isAdjustingExposure && rig.device.exposureTargetOffset == 0)
    #expect(try rig.device.value(of: .exposureMode) == 3)
    try rig.expose(at: Self.bright, .autoExpose)
    #expect(await updates.next() == true)
    #expect(rig.device.exposureMode == .autoExpose)
    try rig.step(12)
    #expect(await updates.next() == false)
    #expect(rig.device.exposureMode == .locked && rig.luma(at: Self.bright).allSatisfy(isOnTarget))
    #expect(try rig.device.value(of: .exposureMode) == 1)
    // A change of light has no effect.
    let gain = try rig.device.value(of: .gain)
    try rig.locked { rig.device.torchMode = .on }
    try rig.step(20)
    #expect(try rig.device.value(of: .gain) == gain && rig.device.exposureMode == .locked)
  }

  @Test("Continuous exposure follows the light, and the camera takes over again at the center")
  func following() throws {
    let rig = try Rig()
    try rig.expose(at: Self.dark)
    try rig.step(12)
    try rig.locked { rig.device.torchMode = .on }
    try rig.step(24)
    #expect(rig.luma(at: Self.dark).allSatisfy(isOnTarget))
    try rig.expose(at: Point(x: 0.5, y: 0.5))
    try rig.step(2)
    #expect(try rig.device.value(of: .exposureMode) == 3)
    #expect(rig.device.exposureMode == .continuousAutoExposure && !rig.device.isMeteringExposure)
  }

  @Test("A new point takes effect when the mode is set")
  func changed() throws {
    let rig = try Rig()
    try rig.expose(at: Self.dark)
    try rig.step(3)
    try rig.locked { rig.device.exposurePoint = Self.bright }
    try rig.step(12)
    #expect(rig.luma(at: Self.dark).allSatisfy(isOnTarget))
    try rig.locked { rig.device.exposureMode = .continuousAutoExposure }
    try rig.step(12)
    #expect(rig.luma(at: Self.bright).allSatisfy(isOnTarget))
  }

  @Test("Stopping the session ends autoExpose, and continuous exposure resumes with the next start")
  func stopped() throws {
    let rig = try Rig()
    try rig.expose(at: Self.dark, .autoExpose)
    try rig.step(2)
    rig.it.session.stopRunning()
    #expect(!rig.device.isAdjustingExposure && rig.device.exposureMode == .locked)
    try rig.expose(at: Self.bright)
    #expect(!rig.device.isAdjustingExposure)
    rig.it.session.startRunning()
    try rig.step(12)
    rig.it.session.stopRunning()
    #expect(!rig.device.isAdjustingExposure && rig.device.exposureMode == .continuousAutoExposure)
    rig.it.session.startRunning()
    try rig.step(12)
    #expect(rig.luma(at: Self.bright).allSatisfy(isOnTarget))
  }

  @Test("A black scene stays off target at the limit and reports the offset", arguments: [UInt8(16), 235])
  func extremes(luma: UInt8) throws {
    let rig = try Rig(luma, luma)
    try rig.expose(at: Self.dark)
    try rig.step(30)
    #expect(!rig.device.isAdjustingExposure)
    if luma == 16 {
      #expect(rig.device.exposureTargetOffset == -8 && rig.device.iso == rig.device.maxISO)
    } else {
      #expect(rig.luma(at: Self.dark).allSatisfy(isOnTarget))
    }
  }

  @Test("The offset is metered in every mode, relative to the bias")
  func manualOffset() throws {
    let rig = try Rig(117, 117)
    try rig.locked { try rig.device.expose(for: MediaTime(value: 78, timescale: 10_000), iso: 16) }
    try rig.stepMetering(2)
    #expect(abs(rig.device.exposureTargetOffset + 1) < 0.1 && rig.device.exposureMode == .custom)
    try rig.locked { try rig.device.setExposureBias(1) }
    try rig.stepMetering(2)
    #expect(abs(rig.device.exposureTargetOffset + 2) < 0.1)
    try rig.locked {
      try rig.device.setExposureBias(0)
      try rig.device.expose(for: MediaTime(value: 156, timescale: 10_000), iso: 16)
      rig.device.exposureMode = .locked
    }
    try rig.stepMetering(2)
    #expect(abs(rig.device.exposureTargetOffset) < 0.1 && rig.device.exposureMode == .locked)
    try rig.locked {
      rig.device.exposureMode = .continuousAutoExposure
      rig.device.torchMode = .on
    }
    try rig.stepMetering(2)
    // The lamp adds half of the light.
    #expect(abs(rig.device.exposureTargetOffset - 0.58) < 0.1 && !rig.device.isMeteringExposure)
  }

  @Test("Frames are metered for a while after a reading, and as long as a stream of offsets exists")
  func meteringTime() throws {
    let rig = try Rig()
    var isMetering: Bool { rig.device.frameFeatures.current.contains(.targetOffset) }
    #expect(!isMetering)
    _ = rig.device.exposureTargetOffset
    #expect(isMetering)
    try rig.stepMetering(40)
    #expect(!isMetering)
    let updates = rig.device.exposureTargetOffsetUpdates
    try rig.stepMetering(80)
    #expect(isMetering)
    withExtendedLifetime(updates) {}
  }

  @Test("A bias makes the image brighter, with or without a bias control", arguments: [true, false])
  func bias(hasControl: Bool) throws {
    var options = SyntheticCamera.Options()
    if !hasControl { options.controls.removeAll { $0.name == .exposureBias } }
    let rig = try Rig(80, 200, options: options)
    #expect(rig.device.maxExposureTargetBias == (hasControl ? 2 : 0))
    try rig.expose(at: Self.dark)
    try rig.locked { try rig.device.setExposureBias(1) }
    #expect(rig.device.exposureTargetBias == 1 && rig.device.isAdjustingExposure)
    try rig.step(14)
    // Twice 18 % is 36 % of the light.
    #expect(rig.luma(at: Self.dark).allSatisfy { abs($0 - (16 + 219 * 0.636)) < 7 })
    #expect(abs(rig.device.exposureTargetOffset) <= 0.1)
  }

  @Test("Exposure at a point works with gain or time alone, and is unsupported without both")
  func alone() throws {
    for (missing, isSupported) in [
      ([.gain, .exposureMode], true), ([.exposureDuration, .exposureMode], true),
      ([.gain, .exposureDuration], false),
    ] as [([CaptureControl.Name], Bool)] {
      var options = SyntheticCamera.Options()
      options.controls.removeAll { missing.contains($0.name) }
      let rig = try Rig(90, 150, options: options)
      #expect(rig.device.isExposurePointOfInterestSupported == isSupported)
      #expect(rig.device.isExposureModeSupported(.autoExpose) == isSupported)
      #expect(rig.device.isExposureTargetOffsetSupported)
      guard isSupported else {
        #expect(throws: CaptureError.self) { try rig.expose(at: Self.dark) }
        continue
      }
      try rig.expose(at: Self.bright, .autoExpose)
      try rig.step(12)
      #expect(
        rig.luma(at: Self.bright).allSatisfy(isOnTarget), "\(missing): \(rig.luma(at: Self.bright, last: 12))")
      #expect(rig.device.exposureMode == .locked)
    }
  }

  @Test("Software exposure ends through manual exposure, another mode or another program")
  func ends() throws {
    let rig = try Rig()
    try rig.expose(at: Self.dark)
    try rig.locked {
      try rig.device.expose(
        for: MediaTime(value: 1, timescale: 100), iso: CaptureDevice.currentISO)
    }
    try rig.step(20)
    #expect(
      rig.device.exposureMode == .custom && rig.device.exposureDuration == MediaTime(value: 1, timescale: 100))
    try rig.expose(at: Self.dark)
    try rig.locked { rig.device.exposureMode = .locked }
    #expect(!rig.device.isAdjustingExposure && rig.device.exposureMode == .locked)
    try rig.expose(at: Self.dark)
    try rig.step(1)
    try rig.it.camera.change(.exposureMode, to: 3)
    #expect(!rig.device.isAdjustingExposure && !rig.device.isMeteringExposure)
    #expect(rig.device.exposureMode == .continuousAutoExposure)
  }

  @Test("Frames on the system clock count from their exposure time")
  func realTime() async throws {
    var options = SyntheticCamera.Options()
    options.modes = [(VideoDimensions(width: 320, height: 240), [60])]
    options.exposureDelay = 2
    let camera = SyntheticCamera(scene: .halves(80, 200), options: options)
    let session = CaptureSession()
    try session.add(CaptureDeviceInput(device: camera.device))
    try session.add(CaptureVideoDataOutput())
    session.startRunning()
    let updates = camera.device.isAdjustingExposureUpdates
    try camera.device.lockForConfiguration()
    try camera.device.set(\.exposurePoint, to: Self.dark)
    try camera.device.set(\.exposureMode, to: .autoExpose)
    camera.device.unlockForConfiguration()
    for await _ in updates where camera.device.exposureMode == .locked { break }
    session.stopRunning()
    #expect(abs(camera.device.exposureTargetOffset) <= 0.1 && camera.device.exposureMode == .locked)
  }

  @Test("A point outside of the image is rejected")
  func outside() throws {
    let rig = try Rig()
    for point in [Point(x: 1.1, y: 0), Point(x: 0.5, y: -0.1), Point(x: .nan, y: 0)] {
      #expect(throws: CaptureError.self) { try rig.expose(at: point) }
    }
    #expect(rig.device.exposurePoint == Point(x: 0.5, y: 0.5))
    for point in [Point.zero, Point(x: 1, y: 1)] {
      try rig.expose(at: point)
      try rig.step(12)
      #expect(rig.luma(at: point).allSatisfy(isOnTarget))
    }
  }
}
