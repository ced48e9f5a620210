import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing

@testable import OpenCaptureLivePage

@Suite("Pictures for viewers")
struct LivePicturesTests {
  private let pictures = JPEGEncoder(quality: 80)

  private func jpeg() throws -> [UInt8] {
    let picture = try PixelBuffer(format: .grey, width: 32, height: 16)
    return try JPEGEncoder().encode(picture).data.withUnsafeBytes { Array($0) }
  }

  private func read(_ bytes: [UInt8]) throws -> EncodedPicture {
    try EncodedPicture(copying: bytes.span.bytes)
  }

  private func bytes(_ sample: SampleBuffer) throws -> [UInt8] {
    try pictures.picture(of: sample).withUnsafeBytes { Array($0) }
  }

  @Test("JPEG frames of a camera pass unchanged")
  func passed() throws {
    let file = try jpeg()
    #expect(try bytes(read(file).sampleBuffer()) == file)
  }

  @Test("Missing Huffman tables are added without changing the picture")
  func tables() throws {
    let file = try jpeg()
    var bare = Array(file[..<2])
    var offset = 2
    while file[offset + 1] != 0xda {
      let end = offset + 2 + Int(file[offset + 2]) << 8 + Int(file[offset + 3])
      if file[offset + 1] != 0xc4 { bare += file[offset..<end] }
      offset = end
    }
    bare += file[offset...]
    #expect(bare.count < file.count)
    let made = try bytes(read(bare).sampleBuffer())
    #expect(made.count >= file.count)
    #expect(try read(made).decoded().pixelBuffer.width == 32)
    #expect(made.indices.dropLast().contains { made[$0] == 0xff && made[$0 + 1] == 0xc4 })
  }

  @Test(
    "Pixels of every camera format are encoded", arguments: [PixelFormat.bgra, .nv12, .i420FullRange, .grey, .yuyv])
  func encoded(format: PixelFormat) throws {
    let picture = try PixelBuffer(format: format, width: 32, height: 16)
    let made = try bytes(SampleBuffer(pixelBuffer: picture))
    #expect(try read(made).info().dimensions == VideoDimensions(width: 32, height: 16))
  }
}
