import OpenCaptureFlow
import OpenCaptureSystem
@testable import OpenCaptureSession
import Testing

@Suite("White balance")
struct WhiteBalanceTests {
  /// A camera with white balance gains and optionally a temperature control.
  private final class Camera: CaptureDeviceDriver {
    let identity = CaptureDevice.Identity(uniqueID: "gains", localizedName: "gains")
    private let known: [CaptureControl]
    private let values = Locked<[CaptureControl.Name: Int64]>([:])

    init(minimum: Int64 = 0, defaultValue: Int64 = 256, hasTemperature: Bool = false) {
      let balances = [CaptureControl.Name.redGain, .blueGain].map {
        CaptureControl($0, minimum: minimum, maximum: 1023, defaultValue: defaultValue)
      }
      let temperature = CaptureControl(
        .whiteBalanceTemperature, minimum: 2800, maximum: 6500, step: 10, defaultValue: 4600)
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
      throw CaptureError(.unsupported, subject: "gains", reason: "the camera cannot stream")
    }
  }

  private typealias Values = CaptureDevice.WhiteBalanceTemperatureAndTintValues

  @Test(
    "Standard illuminants have the color temperatures of CIE 15",
    arguments: [
      // The illuminants A, D50, D65 and F2, with chromaticity and correlated color temperature.
      (0.44757, 0.40745, 2856.0), (0.34567, 0.35850, 5003), (0.31271, 0.32902, 6504), (0.37208, 0.37529, 4230),
    ])
  func illuminants(_ x: Double, _ y: Double, _ temperature: Double) {
    let divisor = -2 * x + 12 * y + 3
    let light = LightColor(u: 4 * x / divisor, v: 6 * y / divisor)
    #expect(abs(light.temperatureAndTint.temperature / temperature - 1) < 0.003)
  }

  @Test("Temperature and tint survive the conversion to gains and back")
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

  @Test("Daylight needs no gains, warm light more blue and less red, and green light less green")
  func directions() throws {
    let day = try #require(LightColor(temperature: 6504, tint: 9.6).gains)
    #expect(abs(day.red - 1) < 0.02 && abs(day.blue - 1) < 0.02)
    let warm = try #require(LightColor(temperature: 2856, tint: 0).gains)
    #expect(warm.red < 0.7 && warm.blue > 2)
    let green = LightColor(temperature: 5000, tint: 50).gains
    let magenta = LightColor(temperature: 5000, tint: -50).gains
    #expect(try #require(green).red > #require(magenta).red && #require(green).blue > #require(magenta).blue)
  }

  @Test("A camera with gains alone accepts temperature and tint, and reports them for its gains")
  func byGains() throws {
    let device = CaptureDevice(Camera())
    #expect(device.isLockingWhiteBalanceWithCustomTemperatureSupported)
    #expect(device.isLockingWhiteBalanceWithCustomTintSupported)
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    try device.lockWhiteBalance(at: Values(temperature: 4000, tint: 20))
    let now = try #require(device.temperatureAndTint)
    #expect(abs(now.temperature - 4000) < 30 && abs(now.tint - 20) < 3)
    #expect(throws: CaptureError.self) {
      try device.lockWhiteBalance(at: Values(temperature: 500))
    }
    // Candlelight needs more blue gain than this camera has.
    let error = #expect(throws: CaptureError.self) {
      try device.lockWhiteBalance(at: Values(temperature: 1950))
    }
    #expect(error?.code == .outOfRange)
  }

  @Test("A gain that is out of range changes neither gain")
  func rejectedGain() throws {
    let device = CaptureDevice(Camera())
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    let before = device.whiteBalanceGains
    for gain in [1024, .nan, .infinity] as [Float] {
      let gains = CaptureDevice.WhiteBalanceGains(redGain: 300, blueGain: gain)
      let error = #expect(throws: CaptureError.self) { try device.lockWhiteBalance(at: gains) }
      #expect(error?.code == .outOfRange && device.whiteBalanceGains == before)
    }
    try device.lockWhiteBalance(at: CaptureDevice.WhiteBalanceGains(redGain: 300, blueGain: 1023))
    #expect(device.whiteBalanceGains?.blueGain == 1023)
  }

  @Test("Tint is unsupported with a temperature control, and with gains balanced around 0")
  func unsupported() throws {
    let device = CaptureDevice(Camera(hasTemperature: true))
    #expect(!device.isLockingWhiteBalanceWithCustomTintSupported)
    let around = CaptureDevice(Camera(minimum: -128, defaultValue: 0))
    #expect(!around.isLockingWhiteBalanceWithCustomTemperatureSupported)
    #expect(around.temperatureAndTint == nil)
    try around.lockForConfiguration()
    #expect(throws: CaptureError.self) { try around.lockWhiteBalance(at: Values(temperature: 5000)) }
  }
}
