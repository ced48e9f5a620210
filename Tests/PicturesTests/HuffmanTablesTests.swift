import CPictureFixtures
import Fixtures
import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing

@Suite("Missing Huffman tables in frames of Motion JPEG") struct HuffmanTablesTests {
  private func completed(_ file: [UInt8]) throws -> [UInt8] {
    try DataBuffer(copying: file.span.bytes).withHuffmanTables().withUnsafeBytes { Array($0) }
  }

  /// Returns a picture from an encoder with the standard tables.
  private func encoded() throws -> [UInt8] {
    let picture = try EncodedPicture(JPEGFixture(64, 48).file).decoded().pixelBuffer
    return try JPEGEncoder().encode(picture).data.withUnsafeBytes { Array($0) }
  }

  @Test("Missing tables are inserted in the right place, and all other bytes stay")
  func putIn() throws {
    let whole = try encoded()
    let lean = whole.removingSegments(0xc4)
    try #require(whole.count == lean.count + 432)
    #expect(try completed(lean) == whole)
    #expect(try completed(lean + [1, 2, 3]) == whole + [1, 2, 3])
    let marked = lean.insertingSegment(0xe0, Array("AVI1\0\0".utf8))
    #expect(try completed(marked) == whole.insertingSegment(0xe0, Array("AVI1\0\0".utf8)))
  }

  @Test("A frame without colours decodes to the same pixels")
  func grey() throws {
    var fixture = JPEGFixture(33, 17)
    fixture.colour = FIXTURE_GREY
    let new = try completed(fixture.file.removingSegments(0xc4))
    #expect(
      try EncodedPicture(copying: new.span.bytes).decoded().pixelBuffer.bytes()
        == EncodedPicture(fixture.file).decoded().pixelBuffer.bytes())
  }

  @Test("Complete, damaged and other files stay unchanged and are not copied")
  func untouched() throws {
    let whole = try encoded()
    let frame = try #require(whole.segmentOffset(0xc0))
    var arithmetic = whole.removingSegments(0xc4)
    arithmetic[frame + 1] = 0xc9
    for bytes in [whole, arithmetic, [], [0xff], [0xff, 0xd8], Array("P5 1 1 255 a".utf8)] {
      let data = try DataBuffer(copying: bytes.span.bytes)
      let same = try data.withHuffmanTables()
      let addresses = (data.withUnsafeBytes { $0.baseAddress }, same.withUnsafeBytes { $0.baseAddress })
      #expect(addresses.0 == addresses.1 && same.count == data.count)
    }
    let lean = whole.removingSegments(0xc4)
    let scan = try #require(JPEGHeader(whole.removingSegments(0xc4).span.bytes)?.scan.range.upperBound)
    for count in 0..<scan {
      let part = Array(lean.prefix(count))
      #expect(try completed(part) == part)
    }
  }
}
