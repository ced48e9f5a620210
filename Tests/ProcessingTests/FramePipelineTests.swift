import CAllocationCounter
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
@testable import OpenCaptureProcessing
import Testing

@Suite("FramePipeline")
struct FramePipelineTests {
  @Test("Processors run in order, each on the result of the previous one")
  func order() throws {
    let other = try PixelBuffer(format: .grey, width: 3, height: 3)
    var pipeline = FramePipeline([
      Closure { $0.metadataObjects.append(TestObject(name: "first")) },
      Closure { $0.sampleBuffer = $0.sampleBuffer.replacingImage(other) },
      Closure { frame in
        let format = frame.sampleBuffer.format.pixelFormat
        frame.metadataObjects.append(TestObject(name: "\(frame.findNames.count) \(format?.description ?? "")"))
      },
    ])
    var frame = try Frame.blank(at: 7)
    pipeline.process(&frame)
    #expect(frame.findNames == ["first", "1 L008"])
    #expect(frame.presentationTimeStamp == MediaTime(value: 7, timescale: 30))
  }

  @Test("A processor keeps its own state from frame to frame")
  func state() throws {
    struct Counting: FrameProcessor {
      var count = 0
      mutating func process(_ frame: inout Frame) {
        count += 1
        frame.metadataObjects.append(TestObject(name: "\(count)"))
      }
    }
    var pipeline = FramePipeline([Counting(), Counting()])
    for number in 1...3 {
      var frame = try Frame.blank()
      pipeline.process(&frame)
      #expect(frame.findNames == ["\(number)", "\(number)"])
    }
    #expect(pipeline.statistics.map(\.name) == ["Counting", "Counting"])
  }

  @Test("After a processor throws, the frame continues unchanged")
  func isolation() throws {
    let other = try PixelBuffer(format: .grey, width: 3, height: 3)
    var pipeline = FramePipeline([
      Closure { $0.metadataObjects.append(TestObject(name: "before")) },
      Closure { frame in
        frame.metadataObjects = [TestObject(name: "wrong")]
        frame.sampleBuffer = frame.sampleBuffer.replacingImage(other)
        frame.sampleBuffer.orientation = .down
        throw TestError(description: "no")
      },
      Closure { $0.metadataObjects.append(TestObject(name: "after")) },
    ])
    var frame = try Frame.blank()
    let address = frame.address
    pipeline.process(&frame)
    #expect(frame.findNames == ["before", "after"])
    #expect(frame.address == address)
    #expect(frame.sampleBuffer.orientation == .up)
    #expect(pipeline.statistics.map(\.failureCount) == [0, 1, 0])
    #expect(pipeline.statistics.map(\.frameCount) == [1, 1, 1])
  }

  @Test("A failure is reported once per processor and description, and counted each time")
  func reports() throws {
    let log = Log<String>()
    let moody = Closure(name: "moody") { frame in
      throw TestError(description: frame.presentationTimeStamp.value < 3 ? "early" : "late")
    }
    var pipeline = FramePipeline([moody, Closure(name: "other") { _ in throw TestError(description: "early") }]) {
      log.append("\($0) at \($0.time.value)")
    }
    for time in 0..<6 {
      var frame = try Frame.blank(at: Int64(time))
      pipeline.process(&frame)
    }
    #expect(log.all == ["moody: early at 0", "other: early at 0", "moody: late at 3"])
    #expect(pipeline.statistics.map(\.failureCount) == [6, 6])
  }

  @Test("Failures that differ for every frame are all counted, but only some are stored")
  func manyReports() throws {
    let log = Log<StageFailure>()
    var pipeline = FramePipeline(
      [Closure { throw TestError(description: "\($0.presentationTimeStamp)") }], onFailure: log.append)
    for time in 0..<100 {
      var frame = try Frame.blank(at: Int64(time))
      pipeline.process(&frame)
    }
    #expect(log.all.count == PipelineStage.reportLimit)
    #expect(pipeline.statistics[0].failureCount == 100)
  }

  @Test("Each processor has its own latency")
  func latency() throws {
    let time = ManualClock()
    var pipeline = FramePipeline(
      [
        Closure { time.advance(UInt64($0.presentationTimeStamp.value) * 1000) }, Closure { _ in time.advance(7) },
        Closure { _ in },
      ], clock: time.clock)
    for value in 1...10 {
      var frame = try Frame.blank(at: Int64(value))
      pipeline.process(&frame)
    }
    let latencies = pipeline.statistics.compactMap(\.latency)
    #expect(latencies.map(\.minimum) == [.microseconds(1), .nanoseconds(7), .zero])
    #expect(latencies.map(\.maximum) == [.microseconds(10), .nanoseconds(7), .zero])
    #expect(latencies[0].median >= .microseconds(5) && latencies[0].median < .nanoseconds(5160))
  }

  @Test("A copy of a pipeline has its own statistics")
  func copies() throws {
    var first = FramePipeline([Closure { _ in }])
    var frame = try Frame.blank()
    first.process(&frame)
    var second = first
    second.process(&frame)
    #expect(first.statistics[0].frameCount == 1)
    #expect(second.statistics[0].frameCount == 2)
  }

  @Test(
    "In steady state a pipeline does not allocate",
    .enabled(if: allocation_counter_works(), "a sanitizer brings a heap of its own"))
  func allocations() throws {
    struct Darken: FrameProcessor {
      var steps = (0, 0, 0, 0)
      mutating func process(_ frame: inout Frame) throws {
        steps.3 += 1
        try frame.updateImage { buffer in
          try buffer.withUnsafeMutablePlane(0) { $0[0] = 0 }
        }
      }
    }
    var pipeline = FramePipeline([Darken(), Darken(), Closure { _ in }])
    var frame = try Frame.blank()
    let address = frame.address
    for _ in 0..<10 { pipeline.process(&frame) }
    let before = allocation_count()
    for _ in 0..<100 { pipeline.process(&frame) }
    let allocations = allocation_count() - before
    #expect(allocations == 0)
    #expect(frame.address == address)
    let control = [Int](repeating: 1, count: pipeline.statistics[0].frameCount)
    #expect(allocation_count() > before && control.count == 110)
  }
}
