@testable import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples
import Testing

@Suite("Autoexposure controller")
struct AutoexposureRunTests {
  /// A simulated camera in front of a scene with uniform brightness.
  private struct Camera {
    var ladder = ExposureScale(time: .time, gain: .gain, frame: 333)
    var setting = ExposureSetting(time: 156, gain: 16)
    /// The brightness of the scene above middle gray at the first setting, in EV.
    var scene = 0.0
    /// The real change in EV for a change of 1 EV on the ladder.
    var response = 1.0
    /// The number of frames that still show the previous setting.
    var delay = 0
    /// The additional brightness of every other frame, in EV, to simulate flicker.
    var flicker = 0.0
    /// The applied settings, one for each change.
    private(set) var settings: [ExposureSetting] = []
    private var shown: [Double] = []

    init(
      scene: Double = 0, setting: ExposureSetting = ExposureSetting(time: 156, gain: 16), response: Double = 1,
      delay: Int = 0
    ) {
      self.scene = scene
      self.setting = setting
      self.response = response
      self.delay = delay
    }

    /// Runs the controller for some frames.
    ///
    /// - Returns: The offset of each frame from middle gray in EV, clipped as in real images.
    mutating func follow(_ run: inout AutoexposureController, frames: Int) -> [Double] {
      (0..<frames).map { frame in
        let level = response * (ladder.level(of: setting) - ladder.level(of: ExposureSetting(time: 156, gain: 16)))
        shown.append(scene + level)
        let light = shown[max(0, shown.count - 1 - delay)] + (frame % 2 == 0 ? flicker : 0)
        let reading = ExposureMeter.Reading(
          offset: min(max(light, ExposureMeter.minimumOffset), log2(1 / 0.18)), isClipped: light > log2(1 / 0.18))
        if run.countsFrame(), case .set(let next) = run.measured(reading) {
          setting = next
          settings = settings + [next]
          run.didApply(next)
        }
        return reading.offset
      }
    }

    func run(bias: Double = 0) -> AutoexposureController {
      AutoexposureController(ladder, current: setting, delay: delay, bias: bias)
    }
  }

  @Test(
    "Exposure reaches the target within twelve frames from 3 EV too dark to clipped, and then stays",
    arguments: [-3.0, -2, -0.5, 0, 0.5, 1.5, 2.4, 4], [0, 1, 3])
  func target(scene: Double, delay: Int) {
    var camera = Camera(scene: scene, delay: delay)
    var run = camera.run()
    let offsets = camera.follow(&run, frames: 200)
    // A clipped reading does not show the full excess, so one more step is needed.
    let limit = scene > 2.5 ? 12 + 2 * delay : 12
    #expect(offsets[limit...].allSatisfy { abs($0) <= AutoexposureController.tolerance }, "\(offsets.prefix(24))")
    #expect(!run.isSeeking && abs(run.offset) <= AutoexposureController.tolerance)
    #expect(camera.settings.count <= 3)
  }

  @Test(
    "The controller learns the response of a camera and does not oscillate",
    arguments: [0.4, 0.7, 1.5, 2.2, 3])
  func response(response: Double) {
    for scene in [-2.5, 1.2, 2] {
      var camera = Camera(scene: scene, response: response, delay: 2)
      // Keeps all targets in range.
      camera.ladder = ExposureScale(time: .time, gain: .gain, frame: 5000)
      var run = camera.run()
      let offsets = camera.follow(&run, frames: 200)
      #expect(offsets[36...].allSatisfy { abs($0) <= 0.1 }, "\(response) \(scene): \(offsets.prefix(40))")
      #expect(camera.settings.count <= 6)
    }
  }

  @Test("Exposure time never exceeds a frame, and gain is raised only after the time reaches its limit")
  func timeFirst() {
    for scene in stride(from: -7.0, through: 4, by: 0.25) {
      var camera = Camera(scene: scene)
      var run = camera.run()
      _ = camera.follow(&run, frames: 60)
      for setting in camera.settings {
        #expect(setting.time ?? 0 <= 333)
        if setting.gain ?? 0 > 4 { #expect(setting.time ?? 0 > 200, "\(scene): \(setting)") }
      }
    }
  }

  @Test("An exposure time longer than a frame is shortened even if the brightness is on target")
  func tooLong() {
    var camera = Camera(setting: ExposureSetting(time: 1248, gain: 2))
    var run = camera.run()
    let offsets = camera.follow(&run, frames: 20)
    #expect(camera.setting.time ?? 0 <= 333)
    #expect(offsets.dropFirst(12).allSatisfy { abs($0) <= 0.1 })
  }

  @Test("For a black scene, exposure ends at its upper limit and reports the offset")
  func black() {
    var camera = Camera(scene: -30)
    var run = camera.run()
    _ = camera.follow(&run, frames: 200)
    #expect(camera.setting == ExposureSetting(time: 333, gain: 64))
    #expect(!run.isSeeking && run.offset == ExposureMeter.minimumOffset && camera.settings.count <= 3)
  }

  @Test("For a white scene, exposure ends at its lower limit")
  func white() {
    var camera = Camera(scene: 30)
    var run = camera.run()
    _ = camera.follow(&run, frames: 200)
    #expect(camera.setting == ExposureSetting(time: 1, gain: 1))
    #expect(!run.isSeeking && run.offset > 2 && camera.settings.count <= 4)
  }

  @Test("A single control is used as far as possible", arguments: [true, false])
  func one(isTime: Bool) {
    var camera = Camera(scene: -1)
    camera.ladder = ExposureScale(time: isTime ? .time : nil, gain: isTime ? nil : .gain, frame: 333)
    camera.setting = ExposureSetting(time: isTime ? 156 : nil, gain: isTime ? nil : 16)
    camera.scene = -1 - camera.ladder.level(of: camera.setting)
    camera.scene += camera.ladder.level(of: ExposureSetting(time: 156, gain: 16))
    var run = camera.run()
    #expect(abs(camera.follow(&run, frames: 12).last ?? 9) <= AutoexposureController.tolerance)
    #expect(isTime ? camera.setting.gain == nil : camera.setting.time == nil)
  }

  @Test("Coarse steps end at the nearest setting without oscillation", arguments: [0.5, 1, 2.2])
  func coarse(response: Double) {
    for scene in stride(from: -2.0, through: 2, by: 0.1) {
      var camera = Camera(scene: scene, response: response, delay: 1)
      camera.ladder = ExposureScale(
        time: CaptureControl(.exposureDuration, minimum: 56, maximum: 5056, step: 100, defaultValue: 156),
        gain: nil, frame: 333)
      camera.setting = ExposureSetting(time: 156)
      var run = camera.run()
      _ = camera.follow(&run, frames: 60)
      let count = camera.settings.count
      _ = camera.follow(&run, frames: 300)
      #expect(camera.settings.count == count && count <= 4)
      // None of the three available times is closer, unless the response was too low to be learned.
      guard response >= 1 else { continue }
      let reached = abs(run.offset)
      for time in [56, 156, 256] as [Int64] {
        let other = camera.ladder.level(of: ExposureSetting(time: time)) - camera.ladder.level(of: camera.setting)
        #expect(reached <= abs(run.offset + response * other) + 1e-9 || reached <= AutoexposureController.tolerance)
      }
    }
  }

  @Test("A gain range that starts at 0 works")
  func gainFromZero() {
    var camera = Camera(scene: -3, response: 1.4)
    let gain = CaptureControl(.gain, minimum: 0, maximum: 255, defaultValue: 0)
    camera.ladder = ExposureScale(time: .time, gain: gain, frame: 333)
    camera.setting = ExposureSetting(time: 156, gain: 0)
    camera.scene = -2.5 - 1.4 * (camera.ladder.level(of: camera.setting) - log2(156.0) - log2(16))
    camera.scene -= 1.4 * log2(16)
    var run = camera.run()
    #expect(abs(camera.follow(&run, frames: 30).last ?? 9) <= 0.1)
  }

  @Test("A camera that rejects a setting is asked only once")
  func refusal() {
    var run = AutoexposureController(
      ExposureScale(time: .time, gain: .gain, frame: 333), current: ExposureSetting(time: 156, gain: 16), delay: 0)
    var count = 0
    for _ in 0..<100 where run.countsFrame() {
      guard case .set = run.measured(ExposureMeter.Reading(offset: -2)) else { continue }
      count += 1
      run.didApply(ExposureSetting(time: 156, gain: 16))
    }
    #expect(count == 1 && !run.isSeeking && run.offset == -2)
  }

  @Test("Held exposure ignores flicker and single frames, and follows a lasting change of light")
  func holding() {
    var camera = Camera(scene: -1)
    var run = camera.run()
    _ = camera.follow(&run, frames: 20)
    let count = camera.settings.count
    camera.flicker = 0.35
    _ = camera.follow(&run, frames: 301)
    #expect(camera.settings.count == count)
    camera.flicker = 0
    camera.scene = 0.5
    let offsets = camera.follow(&run, frames: 24)
    #expect(abs(offsets.last ?? 9) <= AutoexposureController.tolerance)
    #expect(camera.settings.count > count)
    // A single bright frame, such as a flash, is not a change of light.
    let settled = camera.settings.count
    for _ in 0..<AutoexposureController.holdingInterval { _ = run.countsFrame() }
    let step = run.measured(ExposureMeter.Reading(offset: 2.4, isClipped: true))
    #expect(step == .none && camera.settings.count == settled)
  }

  @Test("A bias moves the target, even while exposure is held")
  func bias() {
    var camera = Camera(scene: -1)
    var run = camera.run(bias: 1)
    #expect(abs((camera.follow(&run, frames: 12).last ?? 9) - 1) <= AutoexposureController.tolerance)
    run.aim(at: 0.75)
    #expect(run.isSeeking)
    #expect(abs((camera.follow(&run, frames: 12).last ?? 9) - 0.75) <= AutoexposureController.tolerance)
    #expect(!run.isSeeking)
  }
}

extension CaptureControl {
  fileprivate static let time = CaptureControl(
    .exposureDuration, minimum: 1, maximum: 5000, defaultValue: 156)
  fileprivate static let gain = CaptureControl(.gain, minimum: 1, maximum: 64, defaultValue: 16)
}
