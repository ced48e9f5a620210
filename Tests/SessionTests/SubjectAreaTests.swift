import CaptureFixtures
import Fixtures
import OpenCaptureMediaSamples
@testable import OpenCaptureSession
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

@Suite("Scene change detector")
struct SubjectAreaWatchTests {
  private let columns = SubjectAreaGrid.columns
  private let rows = SubjectAreaGrid.rows

  /// Returns the cells of a random scene, starting at column `x`.
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

  /// Returns the number of changes reported for some grids after the original scene.
  private func changes(_ grids: [[Float]]) -> Int {
    var watch = SubjectAreaDetector()
    return ([scene()] + grids).count { watch.analyze(grid($0)) }
  }

  @Test("Brightness, noise and flicker of the same scene are not a change")
  func unchanged() {
    let scene = scene()
    var generator = SeededGenerator(seed: 3)
    for exposure in [0.3, 0.6, 1, 1.7, 3] as [Float] {
      #expect(changes(Array(repeating: scene.map { $0 * exposure }, count: 30)) == 0, "\(exposure)")
    }
    #expect(changes((0..<100).map { _ in scene.map { $0 + .random(in: -10...10, using: &generator) } }) == 0)
    #expect(changes((0..<100).map { number in scene.map { $0 * (number % 2 == 0 ? 0.75 : 1.25) } }) == 0)
    // Mains flicker with a rolling shutter: moving stripes with an amplitude of a fifth of the light.
    let stripes = (0..<100).map { number in
      scene.enumerated().map { index, luma in
        luma * (1 + 0.1 * (((index / columns + number) / 3) % 2 == 0 ? 1 : -1))
      }
    }
    #expect(changes(stripes) == 0)
  }

  @Test("Movement and a lamp in a part of the image are not a change")
  func parts() {
    let scene = scene()
    let face = (0..<100).map { number in
      scene.enumerated().map { index, luma in
        let x = index % columns
        let y = index / columns
        return y < 6 && (number / 3 % 8..<number / 3 % 8 + 5).contains(x) ? 210 : luma
      }
    }
    #expect(changes(face) == 0)
    #expect(changes(Array(repeating: scene.enumerated().map { $0 % columns < 5 ? 255 : $1 }, count: 30)) == 0)
  }

  @Test("A pan counts once, and the next pan counts again after the image was still")
  func pans() {
    let pan = (1...14).map { scene(from: $0) }
    let rest = Array(repeating: scene(from: 14), count: 6)
    #expect(changes(pan + rest) == 1)
    #expect(changes(pan + rest + (15...26).map { scene(from: $0) }) == 2)
    // A slow pan counts as well.
    #expect(changes((1...10).flatMap { Array(repeating: scene(from: $0), count: 10) }) >= 1)
  }

  @Test("Another scene counts after three grids, and a short occlusion does not count")
  func others() {
    let other = scene(seed: 8)
    #expect(changes([other, other]) == 0)
    #expect(changes([other, other, other]) == 1)
    #expect(changes([other, scene(), other, scene(), other, scene()]) == 0)
    #expect(changes(Array(repeating: other, count: 100)) == 1)
  }

  @Test("After a restart, the next scene is the reference")
  func restart() {
    var watch = SubjectAreaDetector()
    _ = watch.analyze(grid(scene()))
    watch.restart()
    #expect((0..<20).allSatisfy { _ in !watch.analyze(grid(scene(seed: 8))) })
  }
}

@Suite("Subject area changes")
struct SubjectAreaTests {
  /// A camera with a scene that can be changed.
  private final class Rig {
    let it: SteppedSession
    let tones: Locked<[UInt8]>
    var device: CaptureDevice { it.camera.device }

    init() throws {
      let tones = Locked<[UInt8]>([60, 180, 90, 140])
      let scene = PictureScene { _ in
        var picture = try PixelBuffer(format: .nv12, width: 320, height: 240)
        let stride = picture.planes[0].bytesPerRow
        let tones = tones.withLock { $0 }
        try picture.withUnsafeMutablePlane(0) { bytes in
          for y in 0..<240 { for x in 0..<320 { bytes[y * stride + x] = tones[(x / 80 + y / 60) % tones.count] } }
        }
        try picture.withUnsafeMutablePlane(1) { for index in $0.indices { $0[index] = 128 } }
        return picture
      }
      self.tones = tones
      it = try SteppedSession(scene: scene)
    }

    func configure(_ body: (CaptureDevice) throws -> Void) throws {
      try device.lockForConfiguration()
      defer { device.unlockForConfiguration() }
      try body(device)
    }

    func step(_ count: Int) throws {
      for _ in 0..<count {
        let metering = device.exposureMetering
        let monitor = device.subjectAreaMonitor
        try it.step()
        metering?.settle()
        monitor?.settle()
      }
    }
  }

  /// Returns the number of changes that a camera reports during `body`.
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

  @Test("Another scene is reported once if monitoring is enabled, and not otherwise", arguments: [true, false])
  func reported(isEnabled: Bool) async throws {
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

  @Test("Exposure at a point is not a change, but another scene after it is")
  func exposure() async throws {
    for changesScene in [false, true] {
      let count = try await changes { rig in
        try rig.configure { device in
          device.exposurePoint = Point(x: 0.1, y: 0.1)
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

  @Test("A restarted session uses the current scene as the reference")
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
