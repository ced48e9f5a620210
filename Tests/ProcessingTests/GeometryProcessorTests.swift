import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import Testing

@Suite("Rotating, cropping and scaling")
struct GeometryProcessorTests {
  /// Returns the rectangle of the pixel with `value`, as a detector would.
  private func find(_ value: UInt8, in picture: PixelBuffer) -> Rect? {
    guard let index = picture.pixels.firstIndex(of: value) else { return nil }
    let pixel = Rect(x: Double(index % picture.width), y: Double(index / picture.width), width: 1, height: 1)
    return pixel.scaled(x: 1 / Double(picture.width), y: 1 / Double(picture.height))
  }

  private func isNear(_ a: Rect?, _ b: Rect?) -> Bool {
    guard let a, let b else { return false }
    return zip([a.minX, a.minY, a.maxX, a.maxY], [b.minX, b.minY, b.maxX, b.maxY]).allSatisfy {
      abs($0 - $1) < 1e-9
    }
  }

  private func frame(_ orientation: ImageOrientation = .up) throws -> Frame {
    let picture = try PixelBuffer.make(.grey, 6, 4) { x, y in [UInt8(y * 6 + x)] }
    var find = TestObject(name: "8")
    find.boundingBox = try #require(self.find(8, in: picture))
    return Frame(SampleBuffer(pixelBuffer: picture, orientation: orientation), metadataObjects: [find])
  }

  @Test("A detection stays on its pixel for every rotation of the picture", arguments: ImageOrientation.allCases)
  func turn(_ orientation: ImageOrientation) throws {
    for declared in ImageOrientation.allCases {
      var frame = try frame(declared)
      let upright = try #require(frame.sampleBuffer.pixelBuffer).uprightCopy(declared)
      try Rotate(orientation).process(&frame)
      let result = try #require(frame.sampleBuffer.pixelBuffer)
      #expect(result.pixels == (try upright.uprightCopy(orientation).pixels))
      #expect(frame.sampleBuffer.orientation == .up)
      #expect(isNear(frame.metadataObjects.first?.boundingBox, find(8, in: result)))
    }
  }

  @Test("A detection stays on its pixel in a crop, and is removed with its pixel")
  func crop() throws {
    var frame = try frame()
    let address = frame.address
    try Crop(to: Rect(x: 1.0 / 6, y: 0.25, width: 0.5, height: 0.5)).process(&frame)
    let part = try #require(frame.sampleBuffer.pixelBuffer)
    #expect(part.pixels == [7, 8, 9, 13, 14, 15])
    #expect(isNear(frame.metadataObjects.first?.boundingBox, find(8, in: part)))
    #expect(frame.address == address.map { $0 + part.planes[0].bytesPerRow + 1 })
    try Crop(to: Rect(x: 0.7, y: 0, width: 0.3, height: 1)).process(&frame)
    #expect(frame.metadataObjects.isEmpty)
  }

  @Test("Pictures with shared chroma are cropped at even pixels", arguments: [PixelFormat.nv12, .yuyv])
  func chroma(_ format: PixelFormat) throws {
    var frame = try Frame.blank(format: format)
    try Crop(to: Rect(x: 0.4, y: 0.3, width: 0.2, height: 0.3)).process(&frame)
    #expect(frame.sampleBuffer.format.videoDimensions == VideoDimensions(width: 3, height: 3))
  }

  @Test("A crop outside the picture is an error that changes nothing")
  func emptyCrop() throws {
    var frame = try frame()
    #expect(throws: ProcessingError.self) { try Crop(to: Rect(x: 1, y: 1, width: 1, height: 1)).process(&frame) }
    #expect(frame.sampleBuffer.format.videoDimensions.width == 6)
  }

  @Test(
    "Scaling keeps the proportions and the detections, in any format",
    arguments: PixelFormat.conversionTargets + [.yuyv, .nv21, .i422])
  func scale(_ format: PixelFormat) throws {
    var frame = try Frame.blank(format: format)
    frame.metadataObjects = [TestObject(name: "face")]
    var scale = Scale(to: .factor(2.5))
    try scale.process(&frame)
    #expect(frame.sampleBuffer.format.videoDimensions == VideoDimensions(width: 20, height: 10))
    #expect(frame.metadataObjects.first?.boundingBox == .unit)
    scale.target = .fitting(VideoDimensions(width: 3, height: 30))
    frame.sampleBuffer.orientation = .right
    try scale.process(&frame)
    #expect(frame.sampleBuffer.format.videoDimensions == VideoDimensions(width: 6, height: 3))
  }

  @Test("A scaled picture keeps its content, and sizes beyond all limits are errors")
  func scaledPicture() throws {
    let picture = try PixelBuffer.make(.grey, 4, 2) { x, _ in [x < 2 ? 0 : 200] }
    var frame = Frame(SampleBuffer(pixelBuffer: picture))
    var scale = Scale(to: .factor(0.5))
    try scale.process(&frame)
    #expect(frame.sampleBuffer.pixelBuffer?.pixels == [0, 200])
    scale.target = .factor(1e30)
    let error = #expect(throws: ProcessingError.self) { try scale.process(&frame) }
    #expect(error?.code == .tooLarge)
    scale.target = .factor(-1)
    try scale.process(&frame)
    #expect(frame.sampleBuffer.pixelBuffer?.pixels.count == 1)
  }

  @Test("A picture is enlarged up to a limit, and reduced regardless of its size")
  func enlarged() throws {
    func scaled(_ target: Scale.Target, limit: Int) throws -> Int? {
      var frame = Frame(SampleBuffer(pixelBuffer: try PixelBuffer.make(.grey, 10, 10) { _, _ in [0] }))
      var scale = Scale(to: target)
      scale.maximumPixelCount = limit
      try scale.prepare(for: frame.format)
      try scale.process(&frame)
      return frame.sampleBuffer.pixelBuffer?.width
    }
    #expect(try scaled(.factor(2), limit: 400) == 20)
    #expect(try scaled(.factor(0.9), limit: 1) == 9)
    #expect(try scaled(.factor(1), limit: 1) == 10)
    let error = #expect(throws: ProcessingError.self) { try scaled(.factor(2), limit: 399) }
    #expect(error?.reason == "scaling 10×10 to 20×20 exceeds the limit of 399 pixels")
    #expect(error?.hint != nil)
    let box = VideoDimensions(width: 32_768, height: 32_768)
    #expect(throws: ProcessingError.self) {
      try scaled(.fitting(box), limit: Scale(to: .factor(1)).maximumPixelCount)
    }
  }

  @Test("An impossible result is rejected once, not with every frame")
  func refusals() throws {
    var pipeline = FramePipeline([Crop(to: Rect(x: 1, y: 1, width: 1, height: 1)), Scale(to: .factor(1e30))])
    for _ in 0..<3 {
      var frame = try frame()
      pipeline.process(&frame)
      #expect(frame.sampleBuffer.format.videoDimensions.width == 6)
    }
    #expect(pipeline.statistics.map(\.failureCount) == [1, 1])
    #expect(pipeline.statistics.map(\.bypassedCount) == [3, 3])
  }

  @Test("The geometry processors can be made by name")
  func names() throws {
    let made = try ProcessorRegistry.builtIn.makeAll(
      "mirror,mirror:flip=vertical,rotate,rotate:by=270,crop:x=0.25,zebra:limit=200,crop:y=0.5,height=0.1")
    #expect(made.compactMap { ($0 as? Rotate)?.orientation } == [.upMirrored, .downMirrored, .right, .left])
    let crops = made.compactMap { ($0 as? Crop)?.region }
    #expect(crops == [Rect(x: 0.25, y: 0, width: 0.75, height: 1), Rect(x: 0, y: 0.5, width: 1, height: 0.1)])
    #expect(made.compactMap { ($0 as? Zebra)?.limit } == [200])
    let scales = try ProcessorRegistry.builtIn.makeAll("scale:by=0.5,scale:width=640").compactMap {
      ($0 as? Scale)?.target
    }
    #expect(scales == [.factor(0.5), .fitting(VideoDimensions(width: 640, height: 32_768))])
    for wrong in ["scale", "scale:by=2,width=3"] {
      #expect(throws: ProcessingError.self) { try ProcessorRegistry.builtIn.make(wrong) }
    }
  }
}
