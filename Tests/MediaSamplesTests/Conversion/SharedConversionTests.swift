import OpenCaptureSystem
import Dispatch
@testable import OpenCaptureMediaSamples
import Testing

@Suite("Shared conversion")
struct SharedConversionTests {
  @Test("A sample's pixels are converted once, by the matrix of its format, for any number of callers")
  func once() throws {
    let buffer = try PixelBuffer.noise(.nv12, 64, 48)
    let sample = SampleBuffer(pixelBuffer: buffer, colorMatrix: .bt709)
    let addresses = Locked<Set<UnsafeRawPointer?>>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let image = try? sample.image(as: .bgra)
      _ = addresses.withLock { $0.insert(image?.withUnsafePlane(0) { $0.baseAddress }) }
    }
    #expect(addresses.withLock { $0.count } == 1)
    #expect(try sample.image().allPixels == buffer.converted(to: .bgra, matrix: .bt709).allPixels)
    #expect(try sample.image().allPixels != buffer.converted(to: .bgra, matrix: .bt601).allPixels)
  }

  @Test("A write invalidates earlier conversions")
  func afterWrite() throws {
    var buffer = try PixelBuffer(format: .grey, width: 2, height: 1)
    try buffer.setPixels(plane: 0, to: [1, 2])
    #expect(try SampleBuffer(pixelBuffer: buffer).image(as: .rgb24).pixels(plane: 0) == [1, 1, 1, 2, 2, 2])
    try buffer.setPixels(plane: 0, to: [3, 4])
    #expect(try SampleBuffer(pixelBuffer: buffer).image(as: .rgb24).pixels(plane: 0) == [3, 3, 3, 4, 4, 4])
  }

  @Test("Another matrix or crop is another conversion, and earlier results stay unchanged")
  func keys() throws {
    let buffer = try PixelBuffer.noise(.yuyv, 8, 4)
    let first = try buffer.sharedConversion(to: .bgra, matrix: .bt601)
    let before = first.allPixels
    let second = try buffer.sharedConversion(to: .bgra, matrix: .bt709)
    #expect(second.allPixels == (try buffer.converted(to: .bgra, matrix: .bt709).allPixels))
    let part = try buffer.cropped(x: 2, y: 1, width: 3, height: 2)
    let third = try part.sharedConversion(to: .bgra, matrix: .bt709)
    #expect(third.allPixels == (try part.converted(to: .bgra, matrix: .bt709).allPixels))
    #expect(first.allPixels == before)
  }

  @Test(
    "Converted memory is released, together with buffers that share it",
    arguments: [PixelFormat.grey, .bgra, .nv12])
  func released(_ format: PixelFormat) throws {
    let released = Counter()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 24, alignment: 1)
    defer { memory.deallocate() }
    do {
      let layout = try PixelLayout(format: .i420FullRange, width: 4, height: 4, rowAlignment: 1)
      let buffer = try PixelBuffer(wrapping: memory, layout: layout) { released.increment() }
      _ = try SampleBuffer(pixelBuffer: buffer).image(as: format)
      _ = try buffer.luma()
    }
    #expect(released.value == 1)
  }

  @Test("Compressed data is decoded to the decoder's nearest format and converted from that")
  func compressed() throws {
    let decoder = PlanarDecoder()
    let sample = SampleBuffer(
      data: try DataBuffer(copying: [1].span.bytes),
      format: FormatDescription(
        codec: .h264, dimensions: VideoDimensions(width: 6, height: 4), colorMatrix: .bt709),
      decoder: decoder)
    let planar = try PlanarDecoder.picture()
    #expect(try sample.image(as: .nv12).allPixels == planar.converted(to: .nv12).allPixels)
    #expect(try sample.image(as: .bgra).allPixels == planar.converted(to: .bgra, matrix: .bt709).allPixels)
    #expect(try sample.image(as: .i420).allPixels == planar.allPixels)
    #expect(decoder.calls.value == 1)
  }
}

private final class PlanarDecoder: ImageDecoder {
  let calls = Counter()
  let pixelFormats: [PixelFormat] = [.i420]

  static func picture() throws -> PixelBuffer { try PixelBuffer.noise(.i420, 6, 4) }

  func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { try Self.picture().luma() }

  func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer {
    calls.increment()
    return try Self.picture()
  }
}
