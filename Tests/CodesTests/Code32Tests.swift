import Fixtures
import OpenCaptureCodes
import OpenCaptureMetadata
import Testing

@Suite(
  "Italian pharmacy codes", .enabled(if: CodeScanner.readableTypes().contains(.code32), "no engine reads them"))
struct Code32Tests {
  @Test("Where they are asked for, the bars of a Code 39 whose check digit is right are one; else a Code 39")
  func types() throws {
    // 012345676 to the base of 32, in the alphabet without vowels; its last digit checks the others.
    let picture = try #require(Code39Symbol("0CSSBD")).picture(pixelsPerModule: 3)
    let both = try CodeScanner(types: [.code39, .code32]).scan(picture)
    #expect(both.map(\.type) == [.code32])
    #expect(both.map(\.stringValue) == ["A012345676"])
    let plain = try CodeScanner(types: [.code39]).scan(picture)
    #expect(plain.map(\.type) == [.code39] && plain.map(\.stringValue) == ["0CSSBD"])
    let other = try #require(Code39Symbol("TEST-1")).picture(pixelsPerModule: 3)
    #expect(try CodeScanner(types: [.code39, .code32]).scan(other).map(\.stringValue) == ["TEST-1"])
  }

  @Test("With all effort and by all engines it is one code")
  func once() throws {
    let picture = try #require(Code39Symbol("0CSSBD")).picture(pixelsPerModule: 3)
    var scanner = try CodeScanner(types: CodeScanner.readableTypes())
    scanner.effort = .thorough
    #expect(try scanner.scan(picture).map(\.type) == [.code32])
  }
}
