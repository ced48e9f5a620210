import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing

/// Tests of EXIF data with other programs.
@Suite("Written EXIF data")
struct ExifTests {
  private static let exiftool = "/usr/bin/exiftool"
  private static let exiv2 = "/usr/bin/exiv2"

  private func photo(_ metadata: PictureMetadata, thumbnail: EncodedPicture? = nil) throws -> EncodedPicture {
    let picture = try PixelBuffer(format: .rgb24, width: 64, height: 48)
    return try JPEGEncoder().encode(picture).replacingMetadata(metadata, thumbnail: thumbnail)
  }

  private func everything(_ orientation: ImageOrientation) -> PictureMetadata {
    var metadata = PictureMetadata(
      orientation: orientation, date: PictureDate(year: 2024, month: 2, day: 29, hour: 18, minute: 5, second: 9))
    metadata.millisecond = 42
    metadata.secondsFromGMT = -12_600
    metadata.exposure.duration = MediaTime(value: 156, timescale: 10_000)
    metadata.exposure.iso = 400
    metadata.exposure.bias = -1.5
    metadata.exposure.focalLength = 4.25
    metadata.exposure.fNumber = 2.8
    metadata.exposure.isManual = true
    metadata.exposure.isWhiteBalanceManual = false
    metadata.exposure.isFlashFired = true
    metadata.location = MediaLocation(latitude: -33.8568, longitude: 151.2153, altitude: 12.5)
    metadata.tags = [
      .make: .text("Maker"), .model: .text("Model 1"), .artist: .text("Ada"), .copyright: .text("CC0"),
      .imageDescription: .text("A test"), .userComment: .comment("Größe"),
    ]
    return metadata
  }

  @Test("Offsets of a day or more from UTC are not written", arguments: [86_400, -86_400, .max, .min])
  func strangeZone(seconds: Int) throws {
    var metadata = PictureMetadata(date: PictureDate(year: 2024, month: 2, day: 29))
    let file = try photo(metadata)
    metadata.secondsFromGMT = seconds
    let same = try file.replacingMetadata(metadata)
    #expect(same.data.withUnsafeBytes { Array($0) } == file.data.withUnsafeBytes { Array($0) })
  }

  private func check(_ file: String, _ arguments: [String], at tool: String) throws -> Command.Outcome {
    try Command(at: tool).run(arguments + [file])
  }

  @Test(
    "exiftool reports no warnings and reads the written values in every orientation",
    .enabled(if: FileManager.default.isExecutableFile(atPath: exiftool), "exiftool not found"),
    arguments: ImageOrientation.allCases)
  func readByExiftool(orientation: ImageOrientation) throws {
    let small = try JPEGEncoder().encode(PixelBuffer(format: .rgb24, width: 16, height: 12))
    try TemporaryFolder.with { folder in
      let file = folder.path("a.jpg")
      try photo(everything(orientation), thumbnail: small).write(to: file)
      let verdict = try check(file, ["-validate", "-warning", "-error", "-a", "-s3"], at: Self.exiftool)
      #expect(verdict.lines == ["OK"])
      let facts = [
        "Orientation": "\(orientation.rawValue)", "SubSecDateTimeOriginal": "2024:02:29 18:05:09.042-03:30",
        "ExposureTime": "0.0156", "ISO": "400", "ExposureCompensation": "-1.5", "FocalLength": "4.25",
        "FNumber": "2.8", "ExposureMode": "1", "WhiteBalance": "0", "Flash": "1", "BrightnessValue": "1.973",
        "Make": "Maker",
        "Model": "Model 1", "Artist": "Ada", "Copyright": "CC0", "ImageDescription": "A test",
        "UserComment": "Größe", "Software": "OpenCapture", "ExifImageWidth": "64", "ExifImageHeight": "48",
        "GPSAltitude": "12.5", "ThumbnailLength": "\(small.data.count)",
      ]
      for (name, value) in facts {
        #expect(try check(file, ["-n", "-s3", "-\(name)"], at: Self.exiftool).lines == [value], "\(name)")
      }
      let place = try check(file, ["-n", "-s3", "-GPSLatitude", "-GPSLongitude"], at: Self.exiftool)
      let latitude = Double(place.lines[0]) ?? 0
      let longitude = Double(place.lines[1]) ?? 0
      #expect(abs(latitude + 33.8568) < 1e-6 && abs(longitude - 151.2153) < 1e-6)
      let thumbnail = try check(file, ["-b", "-ThumbnailImage"], at: Self.exiftool).output
      #expect(thumbnail == small.data.withUnsafeBytes { Array($0) })
    }
  }

  @Test(
    "exiv2 reports no errors",
    .enabled(if: FileManager.default.isExecutableFile(atPath: exiv2), "exiv2 not found"),
    arguments: ImageOrientation.allCases)
  func readByExiv2(orientation: ImageOrientation) throws {
    try TemporaryFolder.with { folder in
      let file = folder.path("a.jpg")
      try photo(everything(orientation), thumbnail: photo(PictureMetadata())).write(to: file)
      let verdict = try check(file, ["-pa"], at: Self.exiv2)
      #expect(verdict.status == 0 && verdict.errors.isEmpty, "\(verdict.errors)")
      let line = try #require(verdict.lines.first { $0.hasPrefix("Exif.Image.Orientation") })
      #expect(!line.hasSuffix("(\(orientation.rawValue))"), "exiv2 has a name for each orientation")
    }
  }

  @Test("Locations out of range are rejected, and seconds are never rounded up to 60")
  func places() throws {
    #expect(MediaLocation(latitude: 90.01, longitude: 0) == nil)
    #expect(MediaLocation(latitude: 0, longitude: -181) == nil)
    #expect(MediaLocation(latitude: .nan, longitude: 0) == nil)
    #expect(MediaLocation(latitude: 0, longitude: 0, altitude: .infinity) == nil)
    let edge = try #require(MediaLocation(latitude: 59.99999999999, longitude: -180))
    var metadata = PictureMetadata()
    metadata.location = edge
    // 60 degrees, not 59 degrees and 60 minutes.
    let bytes = try photo(metadata).data.withUnsafeBytes { Array($0) }
    let sixty: [UInt8] = [0, 0, 0, 60, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    #expect(bytes.indices.contains { bytes[$0...].starts(with: sixty) })
  }

  @Test("A thumbnail that is too large is left out, and metadata larger than a segment is an error")
  func room() throws {
    let large = try JPEGEncoder(quality: 100).encode(noise(200, 200))
    try #require(large.data.count > 65_533)
    #expect(try photo(PictureMetadata(), thumbnail: large).data.count < 20_000)
    var metadata = PictureMetadata()
    for number: UInt16 in 0..<40 { metadata.tags[PictureTag(.main, 0xc000 + number)] = .text(text) }
    let error = #expect(throws: PictureError.self) { try photo(metadata) }
    #expect(error?.code == .tooLarge)
  }

  private let text = String(repeating: "a", count: 3000)

  private func noise(_ width: Int, _ height: Int) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .rgb24, width: width, height: height)
    var random = SeededGenerator(seed: 3)
    try picture.withUnsafeMutablePlane(0) { bytes in
      for index in bytes.indices { bytes[index] = UInt8.random(in: 0...255, using: &random) }
    }
    return picture
  }

  @Test("Tags that describe the data itself cannot be overridden")
  func ownTags() throws {
    var metadata = PictureMetadata(orientation: .right)
    metadata.tags = [PictureTag(.main, 0x0112): .short(3), PictureTag(.main, 0x8769): .long(7)]
    #expect(try photo(metadata).info().orientation == .right)
  }
}
