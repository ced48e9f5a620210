import OpenCaptureMediaSamples
import Testing
@testable import OpenCapturePictures

struct DamageTests {
  static let files: [[UInt8]] = [
    JPEGFixture(20, 13).with { $0.sampling = JPEGFixture.sampling420 }.file,
    JPEGFixture(20, 13).with { $0.isProgressive = true }.file,
    PNGFixture(20, 13, colourType: 6, depth: 8).file,
    PNGFixture(20, 13, colourType: 3, depth: 2, isInterlaced: true).file,
    Array("P5 4 4 255\n0123456789abcdef".utf8),
    Array("P3 2 2 255\n1 2 3 4 5 6 7 8 9 10 11 12".utf8),
  ]

  static let formats: [PixelFormat] = [.bgra, .grey, .i420FullRange]

  private func decode(
    _ file: [UInt8], as format: PixelFormat, acceptsDamage: Bool
  ) throws(PictureError) -> Picture {
    try EncodedPicture(file).decoded(PictureReadingOptions(pixelFormat: format, acceptsDamage: acceptsDamage))
  }

  @Test(arguments: files, formats)
  func everyTruncationIsAnError(_ file: [UInt8], _ format: PixelFormat) {
    // Losing the last digit of a plain file may go unnoticed.
    let end = file.starts(with: Array("P3".utf8)) ? file.count - 2 : file.count
    for count in 4..<end {
      let error = pictureError { _ = try decode(Array(file[..<count]), as: format, acceptsDamage: false) }
      #expect(error?.code == .truncated, "of \(count) bytes")
    }
  }

  @Test(arguments: files, formats)
  func truncatedPicturesAreReturnedWithTheirDamage(_ file: [UInt8], _ format: PixelFormat) throws {
    var pictures = 0
    for count in 4..<file.count - 2 {
      do throws(PictureError) {
        let picture = try decode(Array(file[..<count]), as: format, acceptsDamage: true)
        #expect(picture.damage?.code == .truncated)
        pictures += 1
      } catch {
        #expect(error.code == .truncated, "of \(count) bytes")
      }
    }
    #expect(pictures > 0)
  }

  @Test(arguments: files)
  func pixelsBeforeTheDamageAreDecoded(_ file: [UInt8]) throws {
    let whole = try EncodedPicture(file).decoded(as: .grey)
    let half = try decode(Array(file[..<(file.count - 6)]), as: .grey, acceptsDamage: true).pixelBuffer
    #expect(half.dimensions == whole.dimensions)
    #expect(largestDifference(Array(half.bytes().prefix(2)), Array(whole.bytes().prefix(2))) <= 8)
  }

  @Test(arguments: [PixelFormat.bgra, .rgba, .rgb24, .bgr24, .grey])
  func missingPixelsAreMidGreyAndOpaque(_ format: PixelFormat) throws {
    let file = PNGFixture(16, 200, colourType: 2, depth: 8).file
    let picture = try decode(Array(file[..<(file.count / 4)]), as: format, acceptsDamage: true).pixelBuffer
    let last = picture.bytes().suffix(4)
    #expect(
      Array(last)
        == (picture.layout.planes[0].bytesInRow == 64 ? [128, 128, 128, 255] : [128, 128, 128, 128]))
  }

  @Test func aWrongMarkerIsCorrupt() throws {
    var file = JPEGFixture(64, 64).with { $0.restartInterval = 4 }.file
    let marker = try #require(file.indices.dropFirst().first { file[$0 - 1] == 0xff && file[$0] == 0xd1 })
    file[marker] = 0xd5
    let error = pictureError { _ = try decode(file, as: .bgra, acceptsDamage: false) }
    #expect(error?.code == .corrupt)
    #expect(error?.reason.hasPrefix("the JPEG data is damaged (Corrupt JPEG data: ") == true)
    #expect(try decode(file, as: .bgra, acceptsDamage: true).damage?.code == .corrupt)
  }

  @Test func aWrongChecksumIsCorrupt() throws {
    var file = PNGFixture(16, 16, colourType: 2, depth: 8).file
    file[file.count - 13] ^= 1
    #expect(pictureError { _ = try decode(file, as: .bgra, acceptsDamage: false) }?.code == .corrupt)
    #expect(try decode(file, as: .bgra, acceptsDamage: true).damage?.code == .corrupt)
  }

  @Test func aDamagedTransparencyChunkIsCorrupt() throws {
    let fixture = PNGFixture(4, 4, colourType: 3, depth: 8)
    var file = fixture.file
    let palette = try #require(file.indices.first { file[$0...].starts(with: Array("IDAT".utf8)) }) - 4
    let chunk = [UInt8](repeating: 0, count: 33).insertingChunk("tRNS", [0, 0, 0]).dropFirst(33)
    file.insert(contentsOf: chunk, at: palette)
    #expect(try decode(file, as: .bgra, acceptsDamage: false).damage == nil)
    file[palette + 8] ^= 1
    #expect(pictureError { _ = try decode(file, as: .bgra, acceptsDamage: false) }?.code == .corrupt)
  }

  @Test func tooManyScansAreRejected() throws {
    let file = JPEGFixture(16, 16).with { $0.isProgressive = true }.file
    let starts = file.indices.dropFirst().filter { file[$0 - 1] == 0xff && file[$0] == 0xda }.map { $0 - 1 }
    let scan = file[(try #require(starts.last))..<(file.count - 2)]
    let repeated = Array(file.dropLast(2)) + (0..<600).flatMap { _ in scan } + file.suffix(2)
    let error = pictureError { _ = try decode(repeated, as: .bgra, acceptsDamage: true) }
    #expect(error?.reason.contains("500 scans") == true)
  }

  /// Decodes a file of a few kilobytes with 60,000 blocks in each scan.
  @Test(arguments: [false, true])
  func workIsLimitedInProportionToTheFileSize(_ isArithmetic: Bool) throws {
    var file = JPEGFixture(16, 16).with {
      $0.isProgressive = true
      $0.isArithmetic = isArithmetic
    }.file
    let frame = try #require(file.segmentOffset(isArithmetic ? 0xca : 0xc2))
    file.replaceSubrange(frame + 5..<frame + 9, with: UInt16(2000).bigEndianBytes + UInt16(2000).bigEndianBytes)
    let starts = file.indices.dropFirst().filter { file[$0 - 1] == 0xff && file[$0] == 0xda }.map { $0 - 1 }
    let scan = file[(try #require(starts.last))..<(file.count - 2)]
    func repeating(_ count: Int) -> [UInt8] {
      Array(file.dropLast(2)) + (0..<count).flatMap { _ in scan } + file.suffix(2)
    }
    #expect(try decode(repeating(10), as: .grey, acceptsDamage: true).info.dimensions.width == 2000)
    let error = pictureError { _ = try decode(repeating(400), as: .grey, acceptsDamage: true) }
    #expect(error?.code == .corrupt)
    #expect(error?.reason.contains("too many scans for the size of the file") == true)
  }
}
