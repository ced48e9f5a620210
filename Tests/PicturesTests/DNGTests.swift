import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing

@Suite("DNG files")
struct DNGTests {
  private static let dcraw = "/usr/bin/dcraw"
  private static let exiftool = "/usr/bin/exiftool"
  private static let size = VideoDimensions(width: 62, height: 34)

  /// Returns random values with the pattern's number of bits, and their data with padding behind each row.
  private func values(_ pattern: BayerPattern, padding: Int) throws -> (all: [UInt16], data: DataBuffer) {
    var random = SeededGenerator(seed: UInt64(pattern.bitCount))
    let count = Self.size.width * Self.size.height
    let all = (0..<count).map { _ in UInt16.random(in: 0...UInt16((1 << pattern.bitCount) - 1), using: &random) }
    var bytes: [UInt8] = []
    for row in 0..<Self.size.height {
      for value in all[row * Self.size.width..<(row + 1) * Self.size.width] {
        bytes += pattern.bitCount == 8 ? [UInt8(value)] : [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
      }
      bytes += [UInt8](repeating: 0xaa, count: padding)
    }
    return (all, try DataBuffer(copying: bytes.span.bytes))
  }

  @Test(
    "dcraw reads the exact values",
    .enabled(if: FileManager.default.isExecutableFile(atPath: dcraw), "dcraw not found"),
    arguments: BayerPattern.codes)
  func openedByDcraw(code: FourCharCode) throws {
    let pattern = try #require(BayerPattern(code))
    for padding in [0, 6] {
      let (all, data) = try values(pattern, padding: padding)
      try TemporaryFolder.with { folder in
        let file = try DNGEncoder(pattern: pattern, cameraModel: "Test").encode(data, dimensions: Self.size)
        try Data(file.withUnsafeBytes { Array($0) }).write(to: URL(filePath: folder.path("a.dng")))
        let outcome = try Command(at: Self.dcraw).run(["-D", "-4", "-c", folder.path("a.dng")])
        #expect(outcome.status == 0, "\(outcome.errors)")
        // The output is a portable greymap of 16 bits, the higher byte first.
        let raw = outcome.output.suffix(all.count * 2)
        let read = stride(from: raw.startIndex, to: raw.endIndex, by: 2).map {
          UInt16(raw[$0]) << 8 | UInt16(raw[$0 + 1])
        }
        #expect(read == all)
        let info = try Command(at: Self.dcraw).run(["-i", "-v", folder.path("a.dng")]).text
        let letters = pattern.colors.map { ["R", "G", "B"][Int($0.rawValue)] }.joined()
        let line = info.split(separator: "\n").first { $0.hasPrefix("Filter pattern") } ?? ""
        #expect(line.filter(\.isUppercase).dropFirst().prefix(2) == letters.prefix(2), "\(line)")
      }
    }
  }

  @Test(
    "exiftool reports no warnings and reads the metadata",
    .enabled(if: FileManager.default.isExecutableFile(atPath: exiftool), "exiftool not found"))
  func readByExiftool() throws {
    let pattern = try #require(BayerPattern("RGGB"))
    var metadata = PictureMetadata(orientation: .right, date: PictureDate(year: 2024, month: 5, day: 6))
    metadata.exposure.duration = MediaTime(value: 1, timescale: 125)
    metadata.tags[.model] = .text("Model 1")
    try TemporaryFolder.with { folder in
      let file = folder.path("a.dng")
      let (_, data) = try values(pattern, padding: 0)
      let dng = try DNGEncoder(pattern: pattern, cameraModel: "Test").encode(
        data, dimensions: Self.size, metadata: metadata)
      try Data(dng.withUnsafeBytes { Array($0) }).write(to: URL(filePath: file))
      let tool = Command(at: Self.exiftool)
      #expect(try tool.run(["-warning", "-error", "-a", "-s3", file]).lines.isEmpty)
      for (name, value) in ["Orientation": "6", "ExposureTime": "0.008", "Model": "Model 1", "ImageWidth": "62"] {
        #expect(try tool.run(["-n", "-s3", "-IFD0:\(name)", "-ExifIFD:\(name)", file]).lines == [value])
      }
    }
  }

  @Test("Data shorter than the picture is an error")
  func short() throws {
    let pattern = try #require(BayerPattern("RG10"))
    let data = try DataBuffer(copying: ([1, 2, 3] as [UInt8]).span.bytes)
    let sizes = [(0, 4), (2, 1), (.max, 2), (1 << 32, 1 << 32), (.max, .max)].map(VideoDimensions.init)
    for size in [Self.size] + sizes {
      let error = #expect(throws: PictureError.self) {
        try DNGEncoder(pattern: pattern, cameraModel: "Test").encode(data, dimensions: size)
      }
      #expect(error?.code == .truncated)
    }
    #expect(BayerPattern("YUYV") == nil)
  }
}
