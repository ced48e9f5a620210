@testable import OpenCaptureSession
import Glibc
import OpenCaptureMediaSamples
import Testing

@Suite("AutoexposureRun")
struct AutoexposureRunTests {
  /// A camera in front of a scene of one brightness, as a run sees it.
  private struct Camera {
    var ladder = ExposureLadder(time: .time, gain: .gain, frame: 333)
    var setting = ExposureSetting(time: 156, gain: 16)
    /// By how many EV the scene is brighter than middle grey with the first setting.
    var scene = 0.0
    /// How many EV the picture really becomes brighter for one of the ladder's.
    var response = 1.0
    /// How many frames after a setting still show the one before.
    var delay = 0
    /// By how many EV every other frame is brighter: a lamp that flickers.
    var flicker = 0.0
    /// What it has set, one entry a change.
    private(set) var settings: [ExposureSetting] = []
    private var shown: [Double] = []

    init(
      scene: Double = 0, setting: ExposureSetting = ExposureSetting(time: 156, gain: 16), response: Double = 1,
      delay: Int = 0
    ) {
      (self.scene, self.setting, self.response, self.delay) = (scene, setting, response, delay)
    }

    /// Follows a run for some frames.
    ///
    /// - Returns: By how much each frame is off middle grey, in EV, clipped as pictures are.
    mutating func follow(_ run: inout AutoexposureRun, frames: Int) -> [Double] {
      (0..<frames).map { frame in
        let level = response * (ladder.level(of: setting) - ladder.level(of: ExposureSetting(time: 156, gain: 16)))
        shown.append(scene + level)
        let light = shown[max(0, shown.count - 1 - delay)] + (frame % 2 == 0 ? flicker : 0)
        let reading = ExposureMeter.Reading(
          offset: min(max(light, ExposureMeter.leastOffset), log2(1 / 0.18)), isClipped: light > log2(1 / 0.18))
        if run.wantsFrame(), case .set(let next) = run.measured(reading) {
          (setting, settings) = (next, settings + [next])
          run.taken(next)
        }
        return reading.offset
      }
    }

    func run(bias: Double = 0) -> AutoexposureRun {
      AutoexposureRun(ladder, current: setting, delay: delay, bias: bias)
    }
  }

  @Test(
    "From three stops too dark to clipped white, it is on the target within twelve frames, and stays",
    arguments: [-3.0, -2, -0.5, 0, 0.5, 1.5, 2.4, 4], [0, 1, 3])
  func target(scene: Double, delay: Int) {
    var camera = Camera(scene: scene, delay: delay)
    var run = camera.run()
    let offsets = camera.follow(&run, frames: 200)
    // What is clipped says only that it is too much, so it takes a second step.
    let limit = scene > 2.5 ? 12 + 2 * delay : 12
    #expect(offsets[limit...].allSatisfy { abs($0) <= AutoexposureRun.tolerance }, "\(offsets.prefix(24))")
    #expect(!run.isSeeking && abs(run.offset) <= AutoexposureRun.tolerance)
    #expect(camera.settings.count <= 3)
  }

  @Test(
    "A camera that becomes brighter by more or less than it should is learnt, and doesn't oscillate",
    arguments: [0.4, 0.7, 1.5, 2.2, 3])
  func response(response: Double) {
    for scene in [-2.5, 1.2, 2] {
      var camera = Camera(scene: scene, response: response, delay: 2)
      // So that each is within reach.
      camera.ladder = ExposureLadder(time: .time, gain: .gain, frame: 5000)
      var run = camera.run()
      let offsets = camera.follow(&run, frames: 200)
      #expect(offsets[36...].allSatisfy { abs($0) <= 0.1 }, "\(response) \(scene): \(offsets.prefix(40))")
      #expect(camera.settings.count <= 6)
    }
  }

  @Test("Time is never longer than a frame; what is missing then is gain, and before that there is none")
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

  @Test("An exposure that is too long for the frame rate is made shorter, though it is as bright as it shall be")
  func tooLong() {
    var camera = Camera(setting: ExposureSetting(time: 1248, gain: 2))
    var run = camera.run()
    let offsets = camera.follow(&run, frames: 20)
    #expect(camera.setting.time ?? 0 <= 333)
    #expect(offsets.dropFirst(12).allSatisfy { abs($0) <= 0.1 })
  }

  @Test("All black ends at the end of the range, once, and says that it is off")
  func black() {
    var camera = Camera(scene: -30)
    var run = camera.run()
    _ = camera.follow(&run, frames: 200)
    #expect(camera.setting == ExposureSetting(time: 333, gain: 64))
    #expect(!run.isSeeking && run.offset == ExposureMeter.leastOffset && camera.settings.count <= 3)
  }

  @Test("White that stays white ends at the other end")
  func white() {
    var camera = Camera(scene: 30)
    var run = camera.run()
    _ = camera.follow(&run, frames: 200)
    #expect(camera.setting == ExposureSetting(time: 1, gain: 1))
    #expect(!run.isSeeking && run.offset > 2 && camera.settings.count <= 4)
  }

  @Test("One control alone does what it can", arguments: [true, false])
  func one(isTime: Bool) {
    var camera = Camera(scene: -1)
    camera.ladder = ExposureLadder(time: isTime ? .time : nil, gain: isTime ? nil : .gain, frame: 333)
    camera.setting = ExposureSetting(time: isTime ? 156 : nil, gain: isTime ? nil : 16)
    camera.scene = -1 - camera.ladder.level(of: camera.setting)
    camera.scene += camera.ladder.level(of: ExposureSetting(time: 156, gain: 16))
    var run = camera.run()
    #expect(abs(camera.follow(&run, frames: 12).last ?? 9) <= AutoexposureRun.tolerance)
    #expect(isTime ? camera.setting.gain == nil : camera.setting.time == nil)
  }

  @Test("Steps that are coarse end at the nearest, and don't go to and fro", arguments: [0.5, 1, 2.2])
  func coarse(response: Double) {
    for scene in stride(from: -2.0, through: 2, by: 0.1) {
      var camera = Camera(scene: scene, response: response, delay: 1)
      camera.ladder = ExposureLadder(
        time: CaptureControl("exposure_time_absolute", minimum: 56, maximum: 5056, step: 100, defaultValue: 156),
        gain: nil, frame: 333)
      camera.setting = ExposureSetting(time: 156)
      var run = camera.run()
      _ = camera.follow(&run, frames: 60)
      let count = camera.settings.count
      _ = camera.follow(&run, frames: 300)
      #expect(camera.settings.count == count && count <= 4)
      // Of the three times that it can have, none is nearer, as far as it could be learnt.
      guard response >= 1 else { continue }
      let reached = abs(run.offset)
      for time in [56, 156, 256] as [Int64] {
        let other = camera.ladder.level(of: ExposureSetting(time: time)) - camera.ladder.level(of: camera.setting)
        #expect(reached <= abs(run.offset + response * other) + 1e-9 || reached <= AutoexposureRun.tolerance)
      }
    }
  }

  @Test("A gain in units of its own is no matter")
  func gainFromZero() {
    var camera = Camera(scene: -3, response: 1.4)
    let gain = CaptureControl("gain", minimum: 0, maximum: 255, defaultValue: 0)
    camera.ladder = ExposureLadder(time: .time, gain: gain, frame: 333)
    camera.setting = ExposureSetting(time: 156, gain: 0)
    camera.scene = -2.5 - 1.4 * (camera.ladder.level(of: camera.setting) - log2(156.0) - log2(16))
    camera.scene -= 1.4 * log2(16)
    var run = camera.run()
    #expect(abs(camera.follow(&run, frames: 30).last ?? 9) <= 0.1)
  }

  @Test("A camera that refuses what it is asked is asked no more")
  func refusal() {
    var run = AutoexposureRun(
      ExposureLadder(time: .time, gain: .gain, frame: 333), current: ExposureSetting(time: 156, gain: 16), delay: 0)
    var count = 0
    for _ in 0..<100 where run.wantsFrame() {
      guard case .set = run.measured(ExposureMeter.Reading(offset: -2)) else { continue }
      count += 1
      run.taken(ExposureSetting(time: 156, gain: 16))
    }
    #expect(count == 1 && !run.isSeeking && run.offset == -2)
  }

  @Test("What is held stays through flicker and noise; another light is followed, once it stays")
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
    #expect(abs(offsets.last ?? 9) <= AutoexposureRun.tolerance)
    #expect(camera.settings.count > count)
    // One frame, such as a flash, is no other light.
    let settled = camera.settings.count
    for _ in 0..<AutoexposureRun.holdingInterval { _ = run.wantsFrame() }
    let step = run.measured(ExposureMeter.Reading(offset: 2.4, isClipped: true))
    #expect(step == .none && camera.settings.count == settled)
  }

  @Test("A bias moves the target, also while it holds")
  func bias() {
    var camera = Camera(scene: -1)
    var run = camera.run(bias: 1)
    #expect(abs((camera.follow(&run, frames: 12).last ?? 9) - 1) <= AutoexposureRun.tolerance)
    run.aim(at: 0.75)
    #expect(run.isSeeking)
    #expect(abs((camera.follow(&run, frames: 12).last ?? 9) - 0.75) <= AutoexposureRun.tolerance)
    #expect(!run.isSeeking)
  }
}

extension CaptureControl {
  fileprivate static let time = CaptureControl(
    "exposure_time_absolute", minimum: 1, maximum: 5000, defaultValue: 156)
  fileprivate static let gain = CaptureControl("gain", minimum: 1, maximum: 64, defaultValue: 16)
}
