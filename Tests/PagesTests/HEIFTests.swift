import Fixtures
import Foundation
import OpenCaptureFiles
import OpenCaptureMediaSamples
import OpenCapturePages
import OpenCapturePictures
import Testing

/// Tests with HEIC and AVIF files from libheif's command.
@Suite(
  "HEIF", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/heif-enc"), "heif-enc not found"))
struct HEIFTests {
  private func make(_ name: String, _ texts: [String], in folder: TemporaryFolder) throws -> String {
    let pictures = try texts.map { text in
      let picture = try #require(QRSymbol(text)).picture(pixelsPerModule: 4)
      try PNGEncoder().encode(picture.converted(to: .rgb24)).write(to: folder.path("\(text).png"))
      return folder.path("\(text).png")
    }
    let outcome = try Command(at: "/usr/bin/heif-enc").run(pictures + ["-q", "90", "-o", folder.path(name)])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return folder.path(name)
  }

  @Test("All pictures of a collection are read", arguments: ["a.heic", "a.avif"])
  func collection(name: String) throws {
    try TemporaryFolder.with { folder in
      let pages = try PicturePages(contentsOf: make(name, ["first", "second one"], in: folder))
      #expect(pages.count == 2)
      #expect(pages.format == (name.hasSuffix("heic") ? .heif : .avif))
      for (number, text) in [(1, "first"), (2, "second one")] {
        let symbol = try #require(QRSymbol(text)).picture(pixelsPerModule: 4)
        let page = try pages.page(number)
        #expect(try pages.dimensions(ofPage: number) == symbol.dimensions)
        #expect(try page.sampleBuffer.image().peakSignalToNoiseRatio(to: symbol.converted(to: .bgra)) > 25)
      }
      #expect(try SampleBuffer(pictureAt: folder.path(name)).format.videoDimensions.width > 0)
    }
  }

  @Test("Truncated and damaged files are errors and never trap", arguments: ["a.heic", "a.avif"])
  func damage(name: String) throws {
    try TemporaryFolder.with { folder in
      let whole = [UInt8](try Data(contentsOf: URL(filePath: make(name, ["damage"], in: folder))))
      func read(_ bytes: [UInt8]) throws -> PicturePage {
        try PicturePages(DataBuffer(copying: bytes.span.bytes), limits: PictureLimits(maximumPixelCount: 1 << 20))
          .page(1)
      }
      #expect(throws: Never.self) { try read(whole) }
      for count in stride(from: 16, to: whole.count - whole.count / 3, by: 61) {
        #expect(throws: PictureError.self) { try read(Array(whole.prefix(count))) }
      }
      var random = SeededGenerator(seed: 11)
      for _ in 0..<60 {
        var damaged = whole
        for _ in 0..<6 {
          damaged[Int.random(in: 12..<whole.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        _ = try? read(damaged)
      }
    }
  }

  @Test(
    "Grey in limited range is as bright as in full range",
    .enabled(if: HEIFEncoder.isAvailable(.av1), "no AV1 encoder"),
    arguments: ["tv", "pc"])
  func greyRange(_ range: String) throws {
    try TemporaryFolder.with { folder in
      var ramp = try PixelBuffer(format: .grey, width: 256, height: 32, rowAlignment: 1)
      try ramp.withUnsafeMutablePlane(0) { bytes in for index in bytes.indices { bytes[index] = UInt8(index % 256) }
      }
      try PNGEncoder().encode(ramp.converted(to: .rgb24)).write(to: folder.path("a.png"))
      // FFmpeg writes the values unchanged and declares them to be in this range.
      let arguments =
        "-v error -i a.png -vf format=gray,setrange=\(range) -c:v libaom-av1 -still-picture 1 -crf 0 a.avif"
      let outcome = try Command(at: "/usr/bin/ffmpeg").run(
        arguments.split(separator: " ").map(String.init), in: folder.url)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let luma = try PicturePages(contentsOf: folder.path("a.avif")).page(1).sampleBuffer.luma()
      luma.withUnsafePlane(0) { row in
        for value in 0..<256 {
          let expected = range == "tv" ? min(255, max(0, Double(value - 16) * 255 / 219)) : Double(value)
          #expect(abs(Double(row[value]) - expected) <= 3, "\(value)")
        }
      }
    }
  }

  @Test(
    "Transformations may be listed before the size", .enabled(if: HEIFEncoder.isAvailable(.av1), "no AV1 encoder"),
    arguments: [ImageOrientation.right, .down, .left])
  func transformationFirst(_ orientation: ImageOrientation) throws {
    let picture = try PixelBuffer(format: .rgb24, width: 96, height: 64)
    let data = try HEIFEncoder(.av1).encode(picture, metadata: PictureMetadata(orientation: orientation))
    var file = data.withUnsafeBytes { [UInt8]($0) }
    // Version, flags, number of items, an item, number of its properties, one byte per property (ISO/IEC 23008-12,
    // 9.3).
    let box = try #require(file.indices.first { file[$0...].starts(with: Array("ipma".utf8)) })
    let count = Int(file[box + 14])
    let last = file.remove(at: box + 14 + count)
    file.insert(last, at: box + 15)
    let page = try PicturePages(DataBuffer(copying: file.span.bytes)).page(1)
    let upright = try picture.uprightCopy(orientation)
    #expect(page.sampleBuffer.format.videoDimensions == upright.dimensions)
  }

  @Test("Limits apply before anything is decoded")
  func limits() throws {
    try TemporaryFolder.with { folder in
      let file = try make("a.heic", ["large"], in: folder)
      let pages = try PicturePages(contentsOf: file, limits: PictureLimits(maximumPixelCount: 1_000))
      let error = #expect(throws: PictureError.self) { try pages.page(1) }
      #expect(error?.code == .tooLarge)
    }
  }
}
