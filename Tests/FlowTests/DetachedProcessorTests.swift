import CaptureFixtures
import Dispatch
import Fixtures
@testable import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import OpenCaptureSystem
import Testing

@Suite("DetachedProcessor")
struct DetachedProcessorTests {
  /// A processor that waits at a gate before each frame, and can fail.
  private struct Gate: FrameProcessor {
    let name = "gate"
    let entered = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    var work: @Sendable (inout Frame) throws -> Void = { frame in
      let time = frame.presentationTimeStamp
      frame.metadataObjects.append(Find(name: "\(time.value)", time: time))
    }

    func process(_ frame: inout Frame) throws {
      entered.signal()
      gate.wait()
      try work(&frame)
    }
  }

  private struct ProcessorError: Error, CustomStringConvertible {
    let description = "no"
  }

  private func frame(_ time: Int64) throws -> Frame {
    let timing = SampleTiming(presentationTimeStamp: MediaTime(value: time, timescale: 30))
    return Frame(SampleBuffer(pixelBuffer: try PixelBuffer(format: .grey, width: 8, height: 4), timing: timing))
  }

  /// Processes a frame and returns the names of the detections that were added.
  private func show(_ time: Int64, to processor: DetachedProcessor) throws -> [String] {
    var frame = try frame(time)
    processor.process(&frame)
    return frame.findNames
  }

  @Test("One frame is processed, the newest one waits, and those in between are dropped and counted")
  func dropping() throws {
    let gate = Gate()
    let detached = DetachedProcessor(gate)
    #expect(try show(0, to: detached) == [])
    try gate.entered.wait(for: "the first frame")
    for time in 1...4 { #expect(try show(Int64(time), to: detached) == []) }
    gate.gate.signal()
    try gate.entered.wait(for: "the newest frame")
    #expect(try show(5, to: detached) == ["0"])
    gate.gate.signal()
    try gate.entered.wait(for: "the next frame")
    gate.gate.signal()
    try detached.settle()
    #expect(try show(6, to: detached) == ["5"])
    gate.gate.signal()
    try detached.settle()
    #expect(detached.statistics.droppedCount == 3)
    #expect(detached.statistics.frameCount == 4)
  }

  @Test("The processor is idle between frames")
  func idle() throws {
    let gate = Gate()
    let detached = DetachedProcessor(gate)
    for time in 0..<3 {
      #expect(try show(Int64(time), to: detached) == (time == 0 ? [] : ["\(time - 1)"]))
      gate.gate.signal()
      try detached.settle()
    }
    #expect(detached.statistics.droppedCount == 0)
  }

  @Test("Changes of the processor to the image do not affect the stream")
  func picture() throws {
    let gray = try PixelBuffer(format: .grey, width: 1, height: 1)
    let gate = Gate { $0.sampleBuffer = $0.sampleBuffer.replacingImage(gray) }
    let detached = DetachedProcessor(gate)
    var frame = try frame(0)
    for _ in 0..<2 {
      detached.process(&frame)
      gate.gate.signal()
      try detached.settle()
      #expect(frame.sampleBuffer.format.videoDimensions.width == 8)
    }
  }

  @Test("Detections are added to later frames until they are too old, and never to earlier frames")
  func age() throws {
    let gate = Gate()
    let join = MetadataJoin.everyFrame(maximumAge: MediaTime(value: 10, timescale: 30))
    let detached = DetachedProcessor(gate, joining: join)
    _ = try show(100, to: detached)
    try gate.entered.wait(for: "the first frame")
    gate.gate.signal()
    try detached.settle()
    #expect(try show(100, to: detached) == ["100"])
    #expect(try show(110, to: detached) == ["100"])
    #expect(try show(111, to: detached) == [])
    #expect(try show(99, to: detached) == [])
    for _ in 0..<4 { gate.gate.signal() }
    try detached.settle()
  }

  @Test("The pipeline reports a failure with the next frame, which keeps earlier detections")
  func failure() throws {
    let log = Log<String>()
    let gate = Gate { frame in
      guard frame.presentationTimeStamp.value == 0 else { throw ProcessorError() }
      frame.metadataObjects.append(Find(name: "found"))
    }
    let detached = DetachedProcessor(gate)
    var pipeline = FramePipeline([detached]) { log.append("\($0)") }
    for time in 0...3 {
      var frame = try frame(Int64(time))
      pipeline.process(&frame)
      #expect(frame.findNames == (time == 0 ? [] : ["found"]))
      gate.gate.signal()
      try detached.settle()
    }
    #expect(log.all == ["gate: no"])
    #expect(pipeline.statistics[0].failureCount == 3)
    #expect(pipeline.statistics[0].frameCount == 4)
    #expect(pipeline.statistics[0].name == "gate")
  }

  /// A processor that records its calls, and rejects grayscale frames.
  private struct CallRecorder: StreamProcessor {
    let calls: Log<String>

    func prepare(for format: FrameFormat) throws {
      calls.append("prepares for \(format)")
      if format.pixelFormat == .grey { throw ProcessorError() }
    }

    func process(_ frame: inout Frame) { calls.append("processes \(frame.presentationTimeStamp.value)") }

    func finish() { calls.append("finishes") }
  }

  @Test("A detached processor is prepared and finished like one in the stream, for the frames that it receives")
  func life() throws {
    let calls = Log<String>()
    let log = Log<String>()
    let detached = DetachedProcessor(CallRecorder(calls: calls))
    var pipeline = FramePipeline([detached]) { log.append("\($0)") }
    let colored = try PixelBuffer(format: .bgra, width: 8, height: 4)
    for time in 0..<5 {
      var frame = try frame(Int64(time))
      if time < 2 { frame.sampleBuffer = frame.sampleBuffer.replacingImage(colored) }
      pipeline.process(&frame)
      try detached.settle()
    }
    pipeline.finish()
    try detached.settle()
    #expect(
      calls.all == [
        "prepares for BGRA 8×4", "processes 0", "processes 1", "prepares for L008 8×4", "finishes",
      ])
    #expect(log.all == ["CallRecorder: no"])
    let statistics = pipeline.statistics[0]
    #expect((statistics.frameCount, statistics.bypassedCount, statistics.failureCount) == (2, 3, 1))
  }

  @Test("Latency is the processing time without the wait before it")
  func latency() throws {
    let now = Locked(0)
    let clock = MonotonicClock { UInt64(now.withLock { $0 }) }
    let gate = Gate { _ in now.withLock { $0 += 500 } }
    let queue = DispatchQueue(label: "test")
    let detached = DetachedProcessor(gate, on: queue, clock: clock)
    queue.suspend()
    _ = try show(0, to: detached)
    now.withLock { $0 += 10_000 }
    gate.gate.signal()
    queue.resume()
    try detached.settle()
    #expect(detached.statistics.latency?.maximum == .nanoseconds(500))
  }
}

/// A named detection.
private struct Find: MetadataObject, Equatable {
  var name: String
  var time = MediaTime.invalid
  var boundingBox = Rect.unit
  var type: MetadataObjectType { MetadataObjectType(rawValue: "find") }
  var duration: MediaTime { .invalid }

  func transformed(by transform: PictureTransform) -> Find {
    var copy = self
    copy.boundingBox = transform.apply(boundingBox)
    return copy
  }
}

extension Frame {
  fileprivate var findNames: [String] { metadataObjects.compactMap { ($0 as? Find)?.name } }
}
