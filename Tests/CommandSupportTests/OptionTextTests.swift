import OpenCaptureCommandSupport
import Testing

@Suite("Values of options")
struct OptionTextTests {
  @Test("An amount is a number with an optional suffix k, M or G")
  func amounts() throws {
    #expect(
      try ["1500", "500M", "2G", "1.5k", "0.5"].map(Amount.parse) == [1500, 500_000_000, 2_000_000_000, 1500, 0])
  }

  @Test(
    "Invalid and excessive amounts are rejected",
    arguments: ["", "M", "x", "-5M", "0", "nan", "inf", "5 M", "1T", "999999999999G", "1e18", "1e300k"])
  func noAmount(text: String) {
    #expect(throws: (any Error).self) { try Amount.parse(text) }
  }

  @Test("A bracket has one to eight exposures")
  func brackets() throws {
    #expect(try ExposureBracket.parse("-2,0,+2.5") == [-2, 0, 2.5])
    for text in ["", ",", "1,", "a", "nan", "100", "-1e9", "1,2,3,4,5,6,7,8,9"] {
      #expect(throws: (any Error).self) { try ExposureBracket.parse(text) }
    }
  }
}
