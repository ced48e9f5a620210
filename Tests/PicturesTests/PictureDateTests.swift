import Fixtures
import Glibc
import Testing
@testable import OpenCapturePictures

struct PictureDateTests {
  @Test func datesMatchThoseOfTheSystem() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      var seconds = time_t.random(in: -62_135_596_800...253_402_300_799, using: &random)
      var parts = tm()
      gmtime_r(&seconds, &parts)
      let expected = PictureDate(
        year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
        hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
      #expect(PictureDate(secondsSince1970: Int64(seconds)) == expected)
    }
  }

  @Test func theOffsetFromUTCIsAdded() {
    #expect(PictureDate(secondsSince1970: 0, secondsFromGMT: 3600)?.description == "1970:01:01 01:00:00")
    #expect(PictureDate(secondsSince1970: 0, secondsFromGMT: -1)?.description == "1969:12:31 23:59:59")
    #expect(PictureDate(secondsSince1970: 951_782_400)?.description == "2000:02:29 00:00:00")
  }

  @Test func invalidDatesAreNil() {
    #expect(PictureDate(secondsSince1970: .max) == nil)
    #expect(PictureDate(secondsSince1970: .max, secondsFromGMT: 1) == nil)
    #expect(PictureDate(secondsSince1970: 253_402_300_800) == nil)
    #expect(PictureDate(secondsSince1970: -62_135_596_801) == nil)
    #expect(PictureDate(year: 2024, month: 13, day: 1) == nil)
    #expect(PictureDate(year: 2024, month: 1, day: 1, hour: 24) == nil)
  }
}
