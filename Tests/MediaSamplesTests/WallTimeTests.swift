import OpenCaptureMediaSamples
import Testing

@Suite("Wall time and locations")
struct WallTimeTests {
  @Test("A moment prints in UTC and in local time")
  func words() {
    let noon = WallTime(nanosecondsSince1970: 1_709_226_300_250_000_000, secondsFromGMT: -12_600)
    #expect(noon.universal == "2024-02-29T17:05:00.250000Z")
    #expect(noon.local == "2024-02-29T13:35:00-0330")
    #expect(noon.earlier(by: 250_000_001).universal == "2024-02-29T17:04:59.999999Z")
  }

  @Test("Moments before 1970 and beyond all calendars print too")
  func edges() {
    #expect(WallTime(nanosecondsSince1970: -1).universal == "1969-12-31T23:59:59.999999Z")
    #expect(WallTime(nanosecondsSince1970: 0).local == "1970-01-01T00:00:00+0000")
    for extreme in [Int64.min, .max] {
      let time = WallTime(nanosecondsSince1970: extreme, secondsFromGMT: .max)
      #expect(!time.universal.isEmpty && !time.local.isEmpty && time.earlier(by: .max) != time)
    }
  }

  @Test("A location prints in ISO 6709 format, and an impossible one is rejected")
  func places() {
    #expect(MediaLocation(latitude: 59.99999, longitude: -7.5)?.iso6709 == "+60.0000-007.5000/")
    #expect(
      MediaLocation(latitude: -0.00001, longitude: 0, altitude: -1.25)?.iso6709 == "+00.0000+000.0000-001.250/")
    #expect(MediaLocation(latitude: 90.01, longitude: 0) == nil)
    #expect(MediaLocation(latitude: 0, longitude: .nan) == nil)
  }
}
