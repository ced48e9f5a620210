import CaptureFixtures
import OpenCaptureCameras
@testable import OpenCaptureSession
import Fixtures
import OpenCaptureMediaSamples
import Testing

@Suite("System pressure")
struct SystemPressureTests {
  private func zone(_ temperature: Int) -> ThermalZone {
    ThermalZone(
      temperature: temperature, trips: [.active: 50_000, .passive: 80_000, .hot: 95_000, .critical: 105_000])
  }

  @Test("The level is that of the highest mark that was reached, in the worst zone")
  func levels() {
    let levels = [40_000, 50_000, 80_000, 95_000, 105_000].map { zone($0).level }
    #expect(levels == [.nominal, .fair, .serious, .critical, .shutdown])
    #expect(SystemPressureState(zones: [zone(40_000), zone(81_000)]).level == .serious)
    #expect(SystemPressureState(zones: []).level == .nominal)
    #expect(ThermalZone(temperature: 90_000, trips: [:]).level == .nominal)
  }

  @Test("Zones are read from the kernel's files, broken ones left out")
  func files() throws {
    try TemporaryFolder.with { folder in
      folder.file("thermal_zone0/temp", Array("85000\n".utf8))
      folder.file("thermal_zone0/trip_point_0_type", Array("passive\n".utf8))
      folder.file("thermal_zone0/trip_point_0_temp", Array("80000\n".utf8))
      folder.file("thermal_zone1/temp", Array("nonsense\n".utf8))
      folder.file("cooling_device0/temp", Array("1\n".utf8))
      let monitor = SystemPressureMonitor(folder: folder.url.path)
      #expect(monitor.zones == [ThermalZone(temperature: 85_000, trips: [.passive: 80_000])])
      #expect(monitor.state.level == .serious)
    }
  }

  @Test("A camera is slowed down only when that is asked for, and let go on")
  func response() throws {
    let it = try SteppedSession()
    let device = it.camera.device
    it.session.sessionPreset = .vga640x480
    func duration() throws -> MediaTime? {
      try it.step()
      return it.log.frames.all.last?.sample.duration
    }
    #expect(try duration() == MediaTime(value: 1, timescale: 30))
    try device.respond(to: SystemPressureState(level: .serious))
    #expect(try duration() == MediaTime(value: 1, timescale: 15))
    try device.respond(to: SystemPressureState(level: .nominal))
    #expect(try duration() == MediaTime(value: 1, timescale: 30))
  }
}
