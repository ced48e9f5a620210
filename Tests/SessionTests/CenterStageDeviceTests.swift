import CaptureFixtures
import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
@testable import OpenCaptureSession
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

@Suite("Center Stage of cameras")
struct CenterStageDeviceTests {
  /// A detector that finds the same face in each frame.
  private struct SameFace: FrameProcessor {
    func process(_ frame: inout Frame) {
      frame.metadataObjects.append(FaceObject(faceID: 1, boundingBox: CenterStageDeviceTests.face))
    }
  }

  private static let face = Rect(x: 0.25, y: 0.5, width: 0.125, height: 0.15)

  /// The number of bright pixels in the last frame of each step, and their middle.
  private final class Brightness: Sendable {
    struct State: Lockable {
      var isWanted = false
      var counts: [Int] = []
      var center = Point.zero
    }

    let state = Locked(State())

    func measure(_ sample: SampleBuffer) {
      guard state.withLock({ $0.isWanted }), let picture = sample.pixelBuffer else { return }
      let bright = picture.pixels.indices(where: { $0 > 128 }).ranges.joined()
      let count = max(1, bright.count)
      let x = bright.reduce(0) { $0 + $1 % picture.width }
      let y = bright.reduce(0) { $0 + $1 / picture.width }
      state.withLock { state in
        state.counts.append(bright.count)
        state.center = Point(
          x: Double(x) / Double(count * picture.width), y: Double(y) / Double(count * picture.height))
      }
    }

    var counts: [Int] { state.withLock { $0.counts } }
    var center: Point { state.withLock { $0.center } }
  }

  private struct Rig {
    let control: CenterStageSwitch
    let session: SteppedSession
    let brightness: Brightness

    var device: CaptureDevice { session.camera.device }

    /// Produces frames, waits for the detector after each, and measures the last.
    func step(_ count: Int) throws(TimedOut) {
      for index in 0..<count {
        brightness.state.withLock { $0.isWanted = index == count - 1 }
        try session.step()
        try device.follower.withLock { $0.detector }?.settle()
      }
    }
  }

  /// Returns a session with a camera that shows a bright face, without optical zoom.
  private func rig(
    size: VideoDimensions = VideoDimensions(width: 320, height: 240),
    makeDetector: @escaping CenterStageSwitch.DetectorFactory = { SameFace() }
  ) throws -> Rig {
    var picture = try PixelBuffer(format: .nv12, width: 320, height: 240)
    let stride = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { bytes in
      for y in 0..<240 {
        for x in 0..<320 {
          bytes[y * stride + x] = (80..<120).contains(x) && (120..<156).contains(y) ? 200 : 40
        }
      }
    }
    try picture.withUnsafeMutablePlane(1) { for index in $0.indices { $0[index] = 128 } }
    let scene = PictureScene(still: picture)
    var options = SyntheticCamera.Options()
    options.modes = [(size, [30])]
    options.controls.removeAll { $0.name == .zoomFactor }
    let brightness = Brightness()
    let control = CenterStageSwitch(isEnabledByUser: false, makeDetector: makeDetector)
    let session = try CenterStageSwitch.$current.withValue(control) {
      let log = VideoLog { brightness.measure($0) }
      let session = try SteppedSession(scene: scene, options: options, log: log, starts: false)
      session.output.settings = VideoSettings(pixelFormat: .nv12)
      session.session.startRunning()
      return session
    }
    return Rig(control: control, session: session, brightness: brightness)
  }

  @Test("Frames follow a face when Center Stage is enabled, and widen gradually when it is disabled")
  func following() throws {
    let it = try rig()
    it.control.mode = .app
    try it.step(2)
    let whole = try #require(it.brightness.counts.last)
    #expect(whole > 1000 && !it.device.isCenterStageActive)
    try it.control.setEnabled(true)
    #expect(it.device.isCenterStageActive)
    try it.step(120)
    // The crop is three faces high.
    let near = try #require(it.brightness.counts.last)
    #expect(abs(Double(near) / Double(whole) - 1 / (0.45 * 0.45)) < 0.3)
    #expect(abs(it.brightness.center.x - 0.5) < 0.02)
    try it.control.setEnabled(false)
    #expect(!it.device.isCenterStageActive)
    try it.step(1)
    #expect(try #require(it.brightness.counts.last) > near * 9 / 10)
    try it.step(150)
    #expect(it.brightness.counts.last == whole)
    #expect(!it.device.frameFeatures.current.contains(.centerStage))
  }

  @Test("Zoom magnifies the crop about its center")
  func zoom() throws {
    let it = try rig(size: VideoDimensions(width: 640, height: 480))
    it.control.mode = .app
    try it.control.setEnabled(true)
    try it.step(120)
    let before = try #require(it.brightness.counts.last)
    try it.device.lockForConfiguration()
    try it.device.set(\.zoomFactor, to: 1.25)
    try it.step(1)
    let after = try #require(it.brightness.counts.last)
    #expect(abs(Double(after) / Double(before) - 1.25 * 1.25) < 0.1)
    #expect(abs(it.brightness.center.x - 0.5) < 0.02)
  }

  @Test("Faces are placed in the region of Center Stage")
  func region() throws {
    let it = try rig()
    it.control.mode = .cooperative
    try it.device.lockForConfiguration()
    let right = Rect(x: 0.5, y: 0, width: 0.5, height: 1)
    #expect(throws: CaptureError.self) { try it.device.set(\.centerStageRegion, to: right) }
    try it.control.setEnabled(true)
    let outside = Rect(x: 0.5, y: 0, width: 0.6, height: 1)
    #expect(throws: CaptureError.self) { try it.device.set(\.centerStageRegion, to: outside) }
    #expect(it.device.centerStageRegion == .unit)
    try it.device.set(\.centerStageRegion, to: right)
    try it.step(150)
    // The left edge of the picture keeps the face from the middle of the region.
    #expect(it.brightness.center.x > 0.6)
    it.device.unlockForConfiguration()
    it.device.centerStageRegion = .unit
    #expect(it.device.configurationError?.code == .notLocked && it.device.centerStageRegion == right)
  }

  @Test("Only the user switches Center Stage by default, and the user's choice returns with the control")
  func control() throws {
    let control = CenterStageSwitch(isEnabledByUser: true)
    #expect(control.mode == .user && control.isEnabled)
    #expect(throws: CaptureError.self) { try control.setEnabled(false) }
    #expect(control.isEnabled)
    control.mode = .app
    try control.setEnabled(false)
    #expect(!control.isEnabled)
    control.mode = .user
    #expect(control.isEnabled)
  }

  @Test("Center Stage is active only while a camera streams with a detector in a supported format")
  func activity() async throws {
    let it = try rig()
    let changes = Log<Void>()
    let key = it.device.changes.listen { changes.append(()) }
    defer { it.device.changes.stop(key) }
    it.control.mode = .app
    try it.control.setEnabled(true)
    #expect(it.device.isCenterStageActive && changes.all.count == 1)
    it.session.session.stopRunning()
    #expect(!it.device.isCenterStageActive)
    it.session.session.startRunning()
    #expect(it.device.isCenterStageActive)
    var updates = it.device.isCenterStageActiveUpdates.makeAsyncIterator()
    #expect(await updates.next() == true)
    let small = try rig(size: VideoDimensions(width: 160, height: 120))
    small.control.mode = .app
    try small.control.setEnabled(true)
    #expect(!small.device.isCenterStageActive && !small.device.activeFormat.isCenterStageSupported)
    let blind = try rig(makeDetector: { nil })
    blind.control.mode = .app
    try blind.control.setEnabled(true)
    #expect(!blind.device.isCenterStageActive && blind.device.activeFormat.isCenterStageSupported)
  }

  @Test("A format has its own frame rates with Center Stage, and none if it is too small")
  func rates() {
    let rates = [30, 15, 60].map { FrameRateRange(MediaTime(value: 1, timescale: $0)) }
    func format(_ width: Int) -> CaptureDevice.Format {
      CaptureDevice.Format(
        formatDescription: FormatDescription(
          pixelFormat: .nv12, dimensions: VideoDimensions(width: width, height: 240)),
        frameRateRanges: rates)
    }
    #expect(format(320).centerStageFrameRates?.minFrameRate == 15)
    #expect(format(320).centerStageFrameRates?.maxFrameRate == 60)
    #expect(format(318).centerStageFrameRates == nil)
  }
}
