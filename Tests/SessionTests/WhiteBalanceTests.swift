import OpenCaptureFlow
import OpenCaptureSystem
@testable import OpenCaptureSession
import Testing

@Suite("White balance")
struct WhiteBalanceTests {
  /// A camera with gains, and a temperature where that is asked for.
  private final class Camera: CaptureDeviceDriver {
    let identity = CaptureDevice.Identity(uniqueID: "gains", localizedName: "gains")
    private let known: [CaptureControl]
    private let values = Locked<[CaptureControl.Name: Int64]>([:])

    init(minimum: Int64 = 0, defaultValue: Int64 = 256, hasTemperature: Bool = false) {
      let balances = ["red_balance", "blue_balance"].map {
        CaptureControl(
          CaptureControl.Name(rawValue: $0), minimum: minimum, maximum: 1023, defaultValue: defaultValue)
      }
      let temperature = CaptureControl(
        "white_balance_temperature", minimum: 2800, maximum: 6500, step: 10, defaultValue: 4600)
      known = balances + (hasTemperature ? [temperature] : [])
    }

    func formats() -> [CaptureDevice.Format] { [] }
    func controls() -> [CaptureControl] { known }
    func value(of control: CaptureControl.Name) -> Int64 {
      values.withLock { $0[control] } ?? known.first { $0.name == control }?.defaultValue ?? 0
    }
    func setValue(_ value: Int64, of control: CaptureControl.Name) -> Int64 {
      values.withLock { $0[control] = value }
      return value
    }
    func startStreaming(
      _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
    ) throws(CaptureError) -> any CaptureStream {
      throw CaptureError(.unsupported, subject: "gains", reason: "it never streams")
    }
  }

  private typealias Values = CaptureDevice.WhiteBalanceTemperatureAndTintValues

  @Test(
    "Standard illuminants have the temperatures that CIE 15 gives them",
    arguments: [
      // A, D50, D65, F2: chromaticities and correlated temperatures.
      (0.44757, 0.40745, 2856.0), (0.34567, 0.35850, 5003), (0.31271, 0.32902, 6504), (0.37208, 0.37529, 4230),
    ])
  func illuminants(_ x: Double, _ y: Double, _ temperature: Double) {
    let divisor = -2 * x + 12 * y + 3
    let light = LightColor(u: 4 * x / divisor, v: 6 * y / divisor)
    #expect(abs(light.temperatureAndTint.temperature / temperature - 1) < 0.003)
  }

  @Test("Temperature and tint become gains, and gains temperature and tint again")
  func inverse() throws {
    for temperature in stride(from: 3000.0, through: 12_000, by: 500) {
      for tint in stride(from: -50.0, through: 50, by: 25) {
        let gains = try #require(LightColor(temperature: temperature, tint: tint).gains)
        let again = LightColor(redGain: gains.red, blueGain: gains.blue).temperatureAndTint
        #expect(abs(again.temperature / temperature - 1) < 0.005, "\(temperature) K, \(tint): \(again)")
        #expect(abs(again.tint - tint) < 0.5, "\(temperature) K, \(tint): \(again)")
      }
    }
  }

  @Test("Daylight needs no gains; warm light needs more blue and less red; green light less green")
  func directions() throws {
    let day = try #require(LightColor(temperature: 6504, tint: 9.6).gains)
    #expect(abs(day.red - 1) < 0.02 && abs(day.blue - 1) < 0.02)
    let warm = try #require(LightColor(temperature: 2856, tint: 0).gains)
    #expect(warm.red < 0.7 && warm.blue > 2)
    let (green, magenta) = (
      LightColor(temperature: 5000, tint: 50).gains, LightColor(temperature: 5000, tint: -50).gains
    )
    #expect(try #require(green).red > #require(magenta).red && #require(green).blue > #require(magenta).blue)
  }

  @Test("A camera with gains alone takes temperature and tint, and says what its gains stand for")
  func byGains() throws {
    let device = CaptureDevice(Camera())
    #expect(device.isLockingWhiteBalanceWithCustomTemperatureSupported)
    #expect(device.isLockingWhiteBalanceWithCustomTintSupported)
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    try device.setWhiteBalanceModeLocked(with: Values(temperature: 4000, tint: 20))
    let now = try #require(device.temperatureAndTint)
    #expect(abs(now.temperature - 4000) < 30 && abs(now.tint - 20) < 3)
    #expect(throws: CaptureError.self) {
      try device.setWhiteBalanceModeLocked(with: Values(temperature: 500))
    }
    // The blue that candle light lacks is more than this camera can add.
    let error = #expect(throws: CaptureError.self) {
      try device.setWhiteBalanceModeLocked(with: Values(temperature: 1950))
    }
    #expect(error?.code == .outOfRange)
  }

  @Test("A camera with a temperature has no tint, and one whose gains are balanced around 0 neither")
  func unsupported() throws {
    let device = CaptureDevice(Camera(hasTemperature: true))
    #expect(!device.isLockingWhiteBalanceWithCustomTintSupported)
    let around = CaptureDevice(Camera(minimum: -128, defaultValue: 0))
    #expect(!around.isLockingWhiteBalanceWithCustomTemperatureSupported)
    #expect(around.temperatureAndTint == nil)
    try around.lockForConfiguration()
    #expect(throws: CaptureError.self) { try around.setWhiteBalanceModeLocked(with: Values(temperature: 5000)) }
  }
}
