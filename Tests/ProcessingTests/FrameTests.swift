import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import Testing

@Suite("Frame")
struct FrameTests {
  @Test("A picture without other holders is written in place, also in a pipeline")
  func inPlace() throws {
    var pipeline = FramePipeline([
      Closure { frame in
        try frame.updateImage { try $0.withUnsafeMutablePlane(0) { $0[0] = 42 } }
      }
    ])
    var frame = try Frame.blank()
    let address = frame.address
    pipeline.process(&frame)
    #expect(frame.address == address)
    #expect(frame.sampleBuffer.pixelBuffer?.withUnsafePlane(0) { $0[0] } == 42)
  }

  @Test("Writing to a shared picture leaves the other holder's copy unchanged")
  func shared() throws {
    var frame = try Frame.blank()
    try frame.updateImage { try $0.withUnsafeMutablePlane(0) { $0[0] = 1 } }
    let theirs = frame.sampleBuffer
    try frame.updateImage { try $0.withUnsafeMutablePlane(0) { $0[0] = 2 } }
    #expect(theirs.pixelBuffer?.withUnsafePlane(0) { $0[0] } == 1)
    #expect(frame.sampleBuffer.pixelBuffer?.withUnsafePlane(0) { $0[0] } == 2)
  }

  @Test("A picture of another format and size can replace the current one; time and orientation stay")
  func replacing() throws {
    var frame = try Frame.blank(at: 3)
    frame.sampleBuffer.orientation = .left
    frame.sampleBuffer.bufferAttachments.set(.bool(true), for: "stays", mode: .shouldPropagate)
    frame.sampleBuffer.bufferAttachments.set(.bool(true), for: "goes", mode: .shouldNotPropagate)
    try frame.updateImage { $0 = try PixelBuffer(format: .grey, width: 5, height: 6) }
    #expect(frame.sampleBuffer.format.description == "L008 5×6")
    #expect(frame.presentationTimeStamp == MediaTime(value: 3, timescale: 30))
    #expect(frame.sampleBuffer.orientation == .left)
    #expect(Set(frame.sampleBuffer.bufferAttachments.keys) == ["stays"])
  }

  @Test("A picture is converted to the requested format; an unsupported format is an error")
  func otherFormat() throws {
    var frame = try Frame.blank(format: .grey)
    let address = frame.address
    #expect(throws: MediaError.self) { try frame.updateImage(as: .yuyv) { _ in } }
    #expect(frame.address == address)
    try frame.updateImage(as: .bgra) { #expect($0.format == .bgra) }
    #expect(frame.sampleBuffer.format.pixelFormat == .bgra)
  }

  @Test("A failure during an update restores the picture")
  func failure() throws {
    var frame = try Frame.blank()
    let address = frame.address
    #expect(throws: TestError.self) { try frame.updateImage { _ in throw TestError(description: "no") } }
    #expect(frame.address == address)
  }

  @Test("Compressed data is decoded and replaced by the pixels")
  func compressed() throws {
    let sample = SampleBuffer(
      data: try DataBuffer(copying: [1, 2, 3].span.bytes),
      format: FormatDescription(codec: .jpeg, dimensions: VideoDimensions(width: 2, height: 2)),
      decoder: BlankDecoder())
    var frame = Frame(sample)
    try frame.updateImage { try $0.withUnsafeMutablePlane(0) { $0[0] = 9 } }
    #expect(frame.sampleBuffer.format.pixelFormat == .bgra)
    #expect(frame.sampleBuffer.pixelBuffer?.withUnsafePlane(0) { $0[0] } == 9)
    #expect(try sample.image().withUnsafePlane(0) { $0[0] } == 0)
  }
}

private struct BlankDecoder: ImageDecoder {
  func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { try decodeImage(data, as: .grey) }

  func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: format, width: 2, height: 2)
    try picture.withUnsafeMutablePlane(0) { $0.copyBytes(from: [UInt8](repeating: 0, count: $0.count)) }
    return picture
  }
}
