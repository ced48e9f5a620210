import FoundationEssentials
@testable import OpenCaptureCameras
import OpenCaptureFlow
import OpenCaptureSession
import OpenCaptureSystem
import Fixtures
import OpenCaptureMediaSamples
import Testing

@Suite("System pressure")
struct SystemPressureTests {
  private func zone(_ temperature: Int) -> ThermalZone {
    ThermalZone(
      temperature: temperature, tripPoints: [.active: 50_000, .passive: 80_000, .hot: 95_000, .critical: 105_000])
  }

  @Test("The level is that of the highest trip point reached in the worst zone")
  func levels() {
    let levels = [40_000, 50_000, 80_000, 95_000, 105_000].map { zone($0).level }
    #expect(levels == [.nominal, .fair, .serious, .critical, .shutdown])
    #expect(ThermalZone(temperature: 90_000, tripPoints: [:]).level == .nominal)
  }

  @Test("Zones are read from the kernel's files, and invalid ones are skipped")
  func files() throws {
    try TemporaryFolder.with { folder in
      folder.file("thermal_zone0/temp", Array("85000\n".utf8))
      folder.file("thermal_zone0/trip_point_0_type", Array("passive\n".utf8))
      folder.file("thermal_zone0/trip_point_0_temp", Array("80000\n".utf8))
      folder.file("thermal_zone1/temp", Array("nonsense\n".utf8))
      folder.file("cooling_device0/temp", Array("1\n".utf8))
      folder.file("thermal_zone2/temp", Array("20000\n".utf8))
      let zones = ThermalZones(folder: folder.url.path)
      #expect(
        zones.all == [
          ThermalZone(temperature: 85_000, tripPoints: [.passive: 80_000]),
          ThermalZone(temperature: 20_000, tripPoints: [:]),
        ])
      #expect(zones.state.level == .serious)
      #expect(ThermalZones(folder: folder.path("none")).state.level == .nominal)
    }
  }

  @Test("A device reports the system pressure and its changes")
  func device() async {
    let driver = Camera()
    let device = CaptureDevice(driver)
    #expect(device.systemPressureState.level == .nominal)
    var updates = device.systemPressureStateUpdates(every: .milliseconds(1)).makeAsyncIterator()
    #expect(await updates.next()?.level == .nominal)
    driver.level.withLock { $0 = Camera.Level(.critical) }
    #expect(await updates.next()?.level == .critical)
  }

  /// A camera with a settable system pressure.
  private final class Camera: CaptureDeviceDriver {
    struct Level: Lockable {
      var level: SystemPressureState.Level

      init(_ level: SystemPressureState.Level) { self.level = level }
    }

    let identity = CaptureDevice.Identity(uniqueID: "hot", localizedName: "hot")
    let level = Locked(Level(.nominal))

    var systemPressureState: SystemPressureState { SystemPressureState(level: level.withLock { $0.level }) }

    func formats() -> [CaptureDevice.Format] { [] }
    func controls() -> [CaptureControl] { [] }
    func value(of control: CaptureControl.Name) -> Int64 { 0 }
    func setValue(_ value: Int64, of control: CaptureControl.Name) -> Int64 { value }
    func startStreaming(
      _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
    ) throws(CaptureError) -> any CaptureStream {
      throw CaptureError(.unsupported, subject: "hot", reason: "it never streams")
    }
  }
}
