import OpenCaptureMediaSamples
import Testing

@Suite("SampleBuffer")
struct SampleBufferTests {
  private func sample() throws -> SampleBuffer {
    var sample = SampleBuffer(
      pixelBuffer: try PixelBuffer(format: .nv12, width: 6, height: 4), colorMatrix: .bt709,
      timing: SampleTiming(
        presentationTimeStamp: MediaTime(value: 2, timescale: 30), duration: MediaTime(value: 1, timescale: 30)),
      sequenceNumber: 41, orientation: .right)
    sample.bufferAttachments.set(.number(1.5), for: "gain", mode: .shouldPropagate)
    sample.bufferAttachments.set(.bool(true), for: "keyframe", mode: .shouldNotPropagate)
    return sample
  }

  @Test("The format description matches the media")
  func format() throws {
    let format = try sample().format
    #expect(format.pixelFormat == .nv12)
    #expect(format.codec == nil)
    #expect(format.colorRange == .video)
    #expect(format.colorMatrix == .bt709)
    #expect(format.description == "420v 6×4")
    #expect(try sample().data == nil)
  }

  @Test("Changing the timing changes nothing else, and shares the pixels")
  func retiming() throws {
    let original = try sample()
    let timing = SampleTiming(presentationTimeStamp: MediaTime(value: 9, timescale: 600))
    let copy = original.withTiming(timing)
    #expect(copy.timing == timing)
    #expect(original.presentationTimeStamp == MediaTime(value: 2, timescale: 30))
    #expect(copy.sequenceNumber == 41)
    #expect(copy.bufferAttachments == original.bufferAttachments)
    #expect(
      copy.pixelBuffer?.withUnsafePlane(0) { $0.baseAddress }
        == original.pixelBuffer?.withUnsafePlane(0) { $0.baseAddress })
  }

  @Test("A matching description can replace the current one, others cannot")
  func redescribing() throws {
    let original = try sample()
    let dimensions = original.format.videoDimensions
    let described = try original.withFormatDescription(
      FormatDescription(pixelFormat: .nv12, dimensions: dimensions, colorMatrix: .bt601))
    #expect(described.format.colorMatrix == .bt601)
    #expect(described.timing == original.timing)
    #expect(described.bufferAttachments == original.bufferAttachments)
    for wrong in [
      FormatDescription(pixelFormat: .bgra, dimensions: dimensions),
      FormatDescription(pixelFormat: .nv12, dimensions: VideoDimensions(width: 4, height: 6)),
      FormatDescription(codec: .jpeg, dimensions: dimensions),
    ] {
      #expect(throws: MediaError.self) { try original.withFormatDescription(wrong) }
    }
  }

  @Test("A processed frame keeps its time, number and propagating attachments")
  func replacing() throws {
    let original = try sample()
    let result = original.replacingImage(try PixelBuffer(format: .bgra, width: 6, height: 4))
    #expect(result.timing == original.timing)
    #expect(result.sequenceNumber == 41)
    #expect(result.orientation == .right)
    #expect(result.format.pixelFormat == .bgra)
    #expect(result.bufferAttachments["gain"] == .number(1.5))
    #expect(result.bufferAttachments["keyframe"] == nil)
  }

  @Test("Pixels of another format are converted, and unsupported formats are rejected")
  func otherFormats() throws {
    let sample = try sample()
    #expect(try sample.image(as: .bgra).format == .bgra)
    #expect(try sample.image(as: .bgra).dimensions == VideoDimensions(width: 6, height: 4))
    let error = #expect(throws: MediaError.self) { try sample.image(as: .uyvy) }
    #expect(error?.code == .unsupportedConversion)
    let same = try sample.image(as: .nv12)
    #expect(
      same.withUnsafePlane(0) { $0.baseAddress } == sample.pixelBuffer?.withUnsafePlane(0) { $0.baseAddress })
  }

  @Test("Unset times are invalid, not zero")
  func unstamped() throws {
    let sample = SampleBuffer(pixelBuffer: try PixelBuffer(format: .grey, width: 1, height: 1))
    #expect(!sample.presentationTimeStamp.isValid)
    #expect(!sample.decodeTimeStamp.isValid)
    #expect(!sample.duration.isValid)
  }

  @Test("Wrapped data is released with the last lease")
  func wrappedData() throws {
    let released = Counter()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 3, alignment: 1)
    defer { memory.deallocate() }
    memory.copyBytes(from: [7, 8, 9])
    do {
      let data = try DataBuffer(wrapping: memory) { released.increment() }
      #expect(data.withUnsafeBytes { Array($0) } == [7, 8, 9])
      #expect(data.count == 3)
    }
    #expect(released.value == 1)
  }
}
