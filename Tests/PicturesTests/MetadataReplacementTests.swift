import CPictureFixtures
import Fixtures
import OpenCaptureMediaSamples
@testable import OpenCapturePictures
import Testing

@Suite("Replacing the metadata of a JPEG without decoding")
struct MetadataReplacementTests {
  private func replaced(_ file: [UInt8], _ orientation: ImageOrientation = .right) throws -> [UInt8] {
    let picture = try EncodedPicture(copying: file.span.bytes)
    return try picture.replacingMetadata(PictureMetadata(orientation: orientation)).data.withUnsafeBytes {
      Array($0)
    }
  }

  private func parts(_ file: [UInt8]) throws -> JPEGFile {
    let parts = JPEGFile(file.span.bytes)
    return try #require(parts)
  }

  private func scans(_ file: [UInt8]) throws -> [UInt8] { try Array(file[parts(file).scans]) }

  private static let fixtures: [JPEGFixture] = {
    var progressive = JPEGFixture(61, 47)
    var restarts = JPEGFixture(64, 64)
    var grey = JPEGFixture(33, 17)
    progressive.isProgressive = true
    restarts.restartInterval = 2
    grey.colour = FIXTURE_GREY
    return [JPEGFixture(64, 48), progressive, restarts, grey]
  }()

  @Test("The scans stay byte for byte, and the picture decodes to the same pixels", arguments: fixtures.indices)
  func scansStay(index: Int) throws {
    let file = Self.fixtures[index].file
    let new = try replaced(file)
    #expect(try scans(new) == scans(file))
    let before = try EncodedPicture(copying: file.span.bytes)
    let after = try EncodedPicture(copying: new.span.bytes)
    #expect(try after.info().orientation == .right)
    #expect(try after.decoded().pixelBuffer.bytes() == before.decoded().pixelBuffer.bytes())
  }

  @Test("Existing EXIF data and marks of movies are dropped, and other segments stay in their order")
  func segments() throws {
    let exif = Array("Exif\0\0".utf8) + OrientationTests.exif(8, bigEndian: true)
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8)
    let file = JPEGFixture(16, 16).file.insertingSegment(0xe1, exif).insertingSegment(0xe0, Array("AVI1\0\0".utf8))
      .insertingSegment(0xfe, [1, 2, 3]).insertingSegment(0xe1, xmp)
    let new = try replaced(file)
    let markers = try parts(new).header.segments.map(\.marker)
    #expect(markers.starts(with: [0xe0, 0xe1, 0xe1, 0xfe]))
    #expect(!markers.dropFirst().contains(0xe0))
    #expect(new.firstRange(of: Array("AVI1".utf8)) == nil)
    #expect(try EncodedPicture(copying: new.span.bytes).info().orientation == .right)
  }

  @Test("Tables missing in frames of Motion JPEG are inserted")
  func tables() throws {
    let picture = try EncodedPicture(copying: JPEGFixture(64, 48).file.span.bytes).decoded().pixelBuffer
    let whole = try JPEGEncoder().encode(picture).data.withUnsafeBytes { Array($0) }
    var frame = whole
    for segment in try parts(whole).header.segments.reversed() where segment.marker == 0xc4 {
      frame.removeSubrange(segment.range)
    }
    try #require(frame.count < whole.count)
    let completed = try replaced(frame)
    #expect(try scans(completed) == scans(whole))
    let pixels = try EncodedPicture(copying: completed.span.bytes).decoded().pixelBuffer.bytes()
    #expect(try pixels == EncodedPicture(copying: whole.span.bytes).decoded().pixelBuffer.bytes())
  }

  @Test("Bytes behind the picture are dropped, and a missing end marker is added")
  func ends() throws {
    let file = JPEGFixture(40, 30).file
    let padded = file + [UInt8](repeating: 0, count: 5000) + [0xff, 0xd9]
    #expect(try replaced(padded) == replaced(file))
    let open = Array(file.dropLast(2))
    #expect(try replaced(open) == replaced(file))
  }

  @Test("Damaged files are errors and never trap")
  func damage() throws {
    let file = JPEGFixture(40, 30).file
    for count in stride(from: 4, to: file.count, by: 7) { _ = try? replaced(Array(file.prefix(count))) }
    #expect(throws: PictureError.self) { try replaced(Array(file.prefix(40))) }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      var damaged = file
      for _ in 0..<8 {
        damaged[Int.random(in: 3..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? replaced(damaged)
    }
  }

  @Test("The metadata of other formats cannot be replaced")
  func otherFormats() throws {
    let picture = try PNGEncoder().encode(PixelBuffer(format: .grey, width: 4, height: 4))
    let error = #expect(throws: PictureError.self) { try picture.replacingMetadata(PictureMetadata()) }
    #expect(error?.code == .unsupportedConversion)
  }
}

extension [UInt8] {
  fileprivate func firstRange(of part: [UInt8]) -> Int? { indices.first { self[$0...].starts(with: part) } }
}
