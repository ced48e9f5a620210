import OpenCaptureCodes
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import Testing

@Suite("CodeScanner as a frame processor")
struct CodeProcessorTests {
  private func frame(_ text: String, found: [any MetadataObject] = []) throws -> Frame {
    let picture = try #require(QRSymbol(text)).picture(pixelsPerModule: 4)
    let timing = SampleTiming(presentationTimeStamp: MediaTime(value: 5, timescale: 30))
    return Frame(SampleBuffer(pixelBuffer: picture, timing: timing), metadataObjects: found)
  }

  private func texts(_ frame: Frame) -> [String?] {
    frame.metadataObjects.map { ($0 as? MachineReadableCodeObject)?.stringValue }
  }

  @Test("Codes are appended to existing metadata objects, with the time of the frame")
  func appends() throws {
    var pipeline = FramePipeline([CodeScanner()])
    let before = try CodeScanner().scan(try frame("before").sampleBuffer)
    var frame = try frame("hello", found: before)
    pipeline.process(&frame)
    #expect(texts(frame) == ["before", "hello"])
    #expect(frame.metadataObjects.last?.time == MediaTime(value: 5, timescale: 30))
    #expect(pipeline.statistics.map(\.name) == ["codes"])
  }

  @Test("A region outside the picture makes only the scanner fail, once for all frames")
  func failure() throws {
    var nowhere = CodeScanner()
    nowhere.rectOfInterest = Rect(x: 2, y: 2, width: 1, height: 1)
    var pipeline = FramePipeline([nowhere, CodeTracker(nowhere), CodeScanner()])
    for _ in 0..<2 {
      var frame = try frame("hello")
      pipeline.process(&frame)
      #expect(texts(frame) == ["hello"])
    }
    #expect(pipeline.statistics.map(\.failureCount) == [1, 1, 0])
    #expect(pipeline.statistics.map(\.bypassedCount) == [2, 2, 0])
  }

  @Test("A tracker forgets its codes at the end of a stream")
  func end() throws {
    var pipeline = FramePipeline([CodeTracker(CodeScanner())])
    var shown = try frame("hello")
    pipeline.process(&shown)
    #expect(texts(shown) == ["hello"])
    let bare = try PixelBuffer(format: .grey, width: 64, height: 64)
    var kept = pipeline
    for isEnded in [false, true] {
      if isEnded { pipeline.finish() }
      var frame = Frame(SampleBuffer(pixelBuffer: bare, timing: shown.sampleBuffer.timing))
      if isEnded { pipeline.process(&frame) } else { kept.process(&frame) }
      #expect(texts(frame) == (isEnded ? [] : ["hello"]))
    }
  }
}
