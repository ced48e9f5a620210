import CaptureFixtures
import Fixtures
import OpenCaptureMediaSamples
@testable import OpenCaptureSession
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

@Suite("SubjectAreaWatch")
struct SubjectAreaWatchTests {
  private let columns = SubjectAreaGrid.columns
  private let rows = SubjectAreaGrid.rows

  /// A scene of large and small things, some of it seen from `x` on.
  private func scene(from x: Int = 0, seed: UInt64 = 7) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    let wide = (0..<rows).map { _ in
      (0..<columns * 2).map { _ in Float.random(in: 15...190, using: &generator) }
    }
    return wide.flatMap { row in (0..<columns).map { row[(x + $0) % row.count] } }
  }

  private func grid(_ cells: [Float]) -> SubjectAreaGrid {
    SubjectAreaGrid(cells: cells.map { min(255, max(0, $0)) })
  }

  /// How many alarms looks give, after a first one at the scene.
  private func alarms(_ looks: [[Float]]) -> Int {
    var watch = SubjectAreaWatch()
    return ([scene()] + looks).count { watch.look(grid($0)) }
  }

  @Test("The same scene is no change, darker or brighter, with noise or with a lamp that flickers")
  func falseAlarms() {
    let scene = scene()
    var generator = SeededGenerator(seed: 3)
    for exposure in [0.3, 0.6, 1, 1.7, 3] as [Float] {
      #expect(alarms(Array(repeating: scene.map { $0 * exposure }, count: 30)) == 0, "\(exposure)")
    }
    #expect(alarms((0..<100).map { _ in scene.map { $0 + .random(in: -10...10, using: &generator) } }) == 0)
    #expect(alarms((0..<100).map { look in scene.map { $0 * (look % 2 == 0 ? 0.75 : 1.25) } }) == 0)
    // Mains and a rolling shutter: stripes that wander, a fifth of the light up and down.
    let stripes = (0..<100).map { look in
      scene.enumerated().map { index, luma in
        luma * (1 + 0.1 * (((index / columns + look) / 3) % 2 == 0 ? 1 : -1))
      }
    }
    #expect(alarms(stripes) == 0)
  }

  @Test("What moves in a part of the picture is no change, nor is a lamp that is switched on in it")
  func parts() {
    let scene = scene()
    let face = (0..<100).map { look in
      scene.enumerated().map { index, luma in
        let (x, y) = (index % columns, index / columns)
        return y < 6 && (look / 3 % 8..<look / 3 % 8 + 5).contains(x) ? 210 : luma
      }
    }
    #expect(alarms(face) == 0)
    #expect(alarms(Array(repeating: scene.enumerated().map { $0 % columns < 5 ? 255 : $1 }, count: 30)) == 0)
  }

  @Test("A pan is one change; the next one is another, once the picture has rested")
  func pans() {
    let pan = (1...14).map { scene(from: $0) }
    let rest = Array(repeating: scene(from: 14), count: 6)
    #expect(alarms(pan + rest) == 1)
    #expect(alarms(pan + rest + (15...26).map { scene(from: $0) }) == 2)
    // A slow one as well.
    #expect(alarms((1...10).flatMap { Array(repeating: scene(from: $0), count: 10) }) >= 1)
  }

  @Test("Another scene is a change after three looks; a hand before the lens for one is none")
  func others() {
    let other = scene(seed: 8)
    #expect(alarms([other, other]) == 0)
    #expect(alarms([other, other, other]) == 1)
    #expect(alarms([other, scene(), other, scene(), other, scene()]) == 0)
    #expect(alarms(Array(repeating: other, count: 100)) == 1)
  }

  @Test("Begun anew, what is seen then is what counts")
  func restart() {
    var watch = SubjectAreaWatch()
    _ = watch.look(grid(scene()))
    watch.restart()
    #expect((0..<20).allSatisfy { _ in !watch.look(grid(scene(seed: 8))) })
  }
}

@Suite("Changes of the subject area")
struct SubjectAreaTests {
  /// A camera whose scene can be changed.
  private final class Rig {
    let it: SteppedSession
    let tones: Locked<[UInt8]>
    var device: CaptureDevice { it.camera.device }

    init() throws {
      let tones = Locked<[UInt8]>([60, 180, 90, 140])
      let scene = PictureScene { _ in
        var picture = try PixelBuffer(format: .nv12, width: 320, height: 240)
        let (stride, tones) = (picture.planes[0].bytesPerRow, tones.withLock { $0 })
        try picture.withUnsafeMutablePlane(0) { bytes in
          for y in 0..<240 { for x in 0..<320 { bytes[y * stride + x] = tones[(x / 80 + y / 60) % tones.count] } }
        }
        try picture.withUnsafeMutablePlane(1) { for index in $0.indices { $0[index] = 128 } }
        return picture
      }
      (self.tones, it) = (tones, try SteppedSession(scene: scene))
    }

    func configure(_ body: (CaptureDevice) throws -> Void) throws {
      try device.lockForConfiguration()
      defer { device.unlockForConfiguration() }
      try body(device)
    }

    func step(_ count: Int) throws {
      for _ in 0..<count {
        let (metering, monitor) = (device.exposureMetering, device.subjectAreaMonitor)
        try it.step()
        metering?.settle()
        monitor?.settle()
      }
    }
  }

  /// How many changes a camera tells from a use of it.
  private func changes(_ body: (Rig) throws -> Void) async throws -> Int {
    var rig: Rig? = try Rig()
    let changes = rig?.device.subjectAreaChanges
    if let rig {
      try body(rig)
      rig.it.session.stopRunning()
    }
    // The stream ends with the device.
    rig = nil
    var count = 0
    if let changes { for await _ in changes { count += 1 } }
    return count
  }

  @Test("Another scene is told once, and nothing is looked at while nobody asks", arguments: [true, false])
  func told(isEnabled: Bool) async throws {
    let count = try await changes { rig in
      #expect(!rig.device.isSubjectAreaChangeMonitoringEnabled)
      rig.device.isSubjectAreaChangeMonitoringEnabled = true
      #expect(rig.device.configurationError?.code == .notLocked && rig.device.subjectAreaMonitor == nil)
      try rig.configure { $0.isSubjectAreaChangeMonitoringEnabled = isEnabled }
      try rig.step(20)
      rig.tones.withLock { $0 = [180, 60, 140, 90] }
      try rig.step(60)
    }
    #expect(count == (isEnabled ? 1 : 0))
  }

  @Test("Exposure at a point is no change, though it makes the picture another; another scene after it is")
  func exposure() async throws {
    for changesScene in [false, true] {
      let count = try await changes { rig in
        try rig.configure { device in
          device.exposurePointOfInterest = Point(x: 0.1, y: 0.1)
          try device.set(\.exposureMode, to: .continuousAutoExposure)
          device.isSubjectAreaChangeMonitoringEnabled = true
        }
        try rig.step(60)
        #expect(abs(rig.device.exposureTargetOffset) < 0.1)
        if changesScene { rig.tones.withLock { $0 = [180, 60, 140, 90] } }
        try rig.step(100)
      }
      #expect(count == (changesScene ? 1 : 0))
    }
  }

  @Test("A session that starts again begins with what it sees then")
  func restarted() async throws {
    let count = try await changes { rig in
      try rig.configure { $0.isSubjectAreaChangeMonitoringEnabled = true }
      try rig.step(20)
      rig.it.session.stopRunning()
      rig.tones.withLock { $0 = [180, 60, 140, 90] }
      rig.it.session.startRunning()
      try rig.step(60)
    }
    #expect(count == 0)
  }
}
