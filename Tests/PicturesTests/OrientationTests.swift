import OpenCaptureMediaSamples
import Testing
@testable import OpenCapturePictures

struct OrientationTests {
  /// Returns EXIF data with one tag in front of the orientation.
  static func exif(
    _ value: UInt32, bigEndian: Bool, type: UInt16 = 3, count: UInt32 = 1, entryCount: UInt16 = 2,
    offset: UInt32 = 8
  ) -> [UInt8] {
    func two(_ number: UInt16) -> [UInt8] { bigEndian ? number.bigEndianBytes : number.littleEndianBytes }
    func four(_ number: UInt32) -> [UInt8] { bigEndian ? number.bigEndianBytes : number.littleEndianBytes }
    let short = type == 3 ? two(UInt16(truncatingIfNeeded: value)) + two(0) : four(value)
    let header = Array((bigEndian ? "MM" : "II").utf8) + two(42) + four(offset) + two(entryCount)
    let model = two(0x0110) + two(2) + four(2) + Array("A\0\0\0".utf8)
    return header + model + two(0x0112) + two(type) + four(count) + short
  }

  private func orientation(jpeg exif: [UInt8]) throws -> ImageOrientation {
    let file = JPEGFixture(3, 2).file.insertingSegment(0xe1, Array("Exif\0\0".utf8) + exif)
    let picture = try EncodedPicture(file).decoded()
    #expect(picture.pixelBuffer.dimensions == VideoDimensions(width: 3, height: 2))
    return picture.orientation
  }

  @Test(arguments: ImageOrientation.allCases, [true, false])
  func everyOrientationIsReadInBothByteOrders(_ expected: ImageOrientation, _ bigEndian: Bool) throws {
    let exif = Self.exif(UInt32(expected.rawValue), bigEndian: bigEndian)
    #expect(try orientation(jpeg: exif) == expected)
    let long = Self.exif(UInt32(expected.rawValue), bigEndian: bigEndian, type: 4)
    #expect(try orientation(jpeg: long) == expected)
    let png = PNGFixture(3, 2, colourType: 2, depth: 8).file.insertingChunk("eXIf", exif)
    #expect(try EncodedPicture(png).decoded().orientation == expected)
    #expect(try EncodedPicture(png).info().orientation == expected)
  }

  @Test func malformedDataHasNoOrientation() throws {
    for bigEndian in [true, false] {
      let malformed = [
        Self.exif(0, bigEndian: bigEndian), Self.exif(9, bigEndian: bigEndian),
        Self.exif(70_000, bigEndian: bigEndian, type: 4), Self.exif(6, bigEndian: bigEndian, type: 2),
        Self.exif(6, bigEndian: bigEndian, count: 2), Self.exif(6, bigEndian: bigEndian, offset: .max),
        Self.exif(6, bigEndian: bigEndian, offset: 9), Array("MM".utf8), Array("JJ".utf8), [],
      ]
      for exif in malformed { #expect(try orientation(jpeg: exif) == .up) }
    }
  }

  @Test func truncatedDataHasNoOrientation() throws {
    let whole = Self.exif(6, bigEndian: true, entryCount: 65535)
    for count in 0..<whole.count - 2 { #expect(try orientation(jpeg: Array(whole[..<count])) == .up) }
    #expect(try orientation(jpeg: whole) == .right)
  }

  @Test func aSegmentShorterThanItsIdentifierHasNoOrientation() {
    for length in UInt16(0)...9 {
      let file = [0xff, 0xd8, 0xff, 0xe1] + length.bigEndianBytes + Array("Exif\0\0MM".utf8)
      #expect(file.withUnsafeBytes { JPEGSegments.orientation($0.bytes) } == .up)
    }
  }

  @Test func otherSegmentsAndFillBytesAreSkipped() throws {
    let exif = Array("Exif\0\0".utf8) + Self.exif(6, bigEndian: true)
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    var file = JPEGFixture(3, 2).file.insertingSegment(0xe1, exif).insertingSegment(0xe1, xmp)
    file.insert(contentsOf: [0xff, 0xff], at: 2)
    #expect(try EncodedPicture(file).info().orientation == .right)
  }
}
