import Fixtures
import OpenCaptureCodes
import OpenCaptureMetadata
import Testing

@Suite(
  "Italian pharmacy codes", .enabled(if: CodeScanner.readableTypes().contains(.code32), "no engine can read them"))
struct Code32Tests {
  @Test("A Code 39 with a valid check digit is a Code 32 if that was requested, otherwise a Code 39")
  func types() throws {
    // 012345676 in base 32 with an alphabet without vowels; the last digit is the check digit.
    let picture = try #require(Code39Symbol("0CSSBD")).picture(pixelsPerModule: 3)
    let both = try CodeScanner(types: [.code39, .code32]).scan(picture)
    #expect(both.map(\.type) == [.code32])
    #expect(both.map(\.stringValue) == ["A012345676"])
    let plain = try CodeScanner(types: [.code39]).scan(picture)
    #expect(plain.map(\.type) == [.code39] && plain.map(\.stringValue) == ["0CSSBD"])
    let other = try #require(Code39Symbol("TEST-1")).picture(pixelsPerModule: 3)
    #expect(try CodeScanner(types: [.code39, .code32]).scan(other).map(\.stringValue) == ["TEST-1"])
  }

  @Test("A thorough scan with all engines reports a Code 32 once")
  func once() throws {
    let picture = try #require(Code39Symbol("0CSSBD")).picture(pixelsPerModule: 3)
    var scanner = try CodeScanner(types: CodeScanner.readableTypes())
    scanner.effort = .thorough
    #expect(try scanner.scan(picture).map(\.type) == [.code32])
  }
}
