import Fixtures
import OpenCaptureMediaSamples
@testable import OpenCaptureProcessing
import Synchronization
import Testing

@Suite("Life cycle of a processor")
struct ProcessorLifeTests {
  /// A processor that logs its calls, and fails on request.
  private struct Diarist: HindsightProcessor {
    var name = "diarist"
    let diary: Log<String>
    /// The widths that the processor rejects.
    var refused: Set<Int> = []
    var failsAtEnd = false
    let hindsight = 0

    func prepare(for format: FrameFormat) throws {
      diary.append("\(name) prepares for \(format)")
      if refused.contains(format.dimensions.width) { throw TestError(description: "not for \(format.dimensions)") }
    }

    func process(_ frame: inout Frame) { diary.append("\(name) sees \(frame.presentationTimeStamp.value)") }

    func finish() throws {
      diary.append("\(name) ends")
      if failsAtEnd { throw TestError(description: "can't end") }
    }

    func takeLateObjects() -> [LateObject] {
      [LateObject(framesAgo: 1, object: TestObject(name: "\(name)'s last"))]
    }
  }

  /// Runs a pipeline on frames.
  private func run(_ pipeline: inout FramePipeline, _ frames: [Frame]) {
    for var frame in frames { pipeline.process(&frame) }
  }

  private func frame(
    at time: Int64 = 0, _ width: Int = 8, _ format: PixelFormat = .bgra, _ orientation: ImageOrientation = .up,
    colorMatrix: ColorMatrix = .bt601
  ) throws -> Frame {
    Frame(
      SampleBuffer(
        pixelBuffer: try PixelBuffer(format: format, width: width, height: 4), colorMatrix: colorMatrix,
        timing: SampleTiming(presentationTimeStamp: MediaTime(value: time, timescale: 30)),
        orientation: orientation))
  }

  @Test("A processor is prepared before its first frame, and again for another stream after the end")
  func order() throws {
    let diary = Log<String>()
    var pipeline = FramePipeline([Diarist(diary: diary)])
    #expect(diary.count == 0)
    run(&pipeline, [try frame(at: 0), try frame(at: 1)])
    #expect(diary.all == ["diarist prepares for BGRA 8×4", "diarist sees 0", "diarist sees 1"])
    pipeline.finish()
    run(&pipeline, [try frame(at: 2)])
    #expect(diary.all.suffix(3) == ["diarist ends", "diarist prepares for BGRA 8×4", "diarist sees 2"])
  }

  @Test("A processor that was never prepared does not finish, and none finishes twice")
  func nothingToEnd() throws {
    let diary = Log<String>()
    var pipeline = FramePipeline([Diarist(diary: diary, refused: [8])])
    pipeline.finish()
    #expect(diary.count == 0)
    run(&pipeline, [try frame()])
    pipeline.finish()
    #expect(diary.all == ["diarist prepares for BGRA 8×4"])
    run(&pipeline, [try frame(at: 0, 6)])
    for _ in 0..<2 { pipeline.finish() }
    #expect(diary.all.filter { $0 == "diarist ends" }.count == 1)
  }

  @Test("A change of size, pixel format, colors or orientation prepares again, other changes do not")
  func changes() throws {
    let diary = Log<String>()
    var pipeline = FramePipeline([Diarist(diary: diary)])
    var other = try frame(at: 1)
    other.sampleBuffer.sequenceNumber = 7
    other.metadataObjects = [TestObject(name: "found")]
    run(
      &pipeline,
      [
        try frame(at: 0), other, try frame(at: 2, 6), try frame(at: 3, 6, .grey),
        try frame(at: 4, 6, .grey, .right), try frame(at: 5, 6, .grey, .right, colorMatrix: .bt709),
        try frame(at: 6, 6, .grey, .right, colorMatrix: .bt709), try frame(at: 7),
      ])
    #expect(
      diary.all == [
        "diarist prepares for BGRA 8×4", "diarist sees 0", "diarist sees 1",
        "diarist prepares for BGRA 6×4", "diarist sees 2", "diarist prepares for L008 6×4", "diarist sees 3",
        "diarist prepares for L008 6×4 right", "diarist sees 4",
        "diarist prepares for L008 6×4 right", "diarist sees 5", "diarist sees 6",
        "diarist prepares for BGRA 8×4", "diarist sees 7",
      ])
  }

  @Test("A processor after one that changes the picture is prepared for the changed frames")
  func behindOthers() throws {
    let diary = Log<String>()
    var pipeline = FramePipeline([
      Diarist(name: "first", diary: diary), Scale(to: .fitting(VideoDimensions(width: 4, height: 4))),
      Grayscale(output: .luma), Diarist(name: "last", diary: diary),
    ])
    run(
      &pipeline,
      [try frame(at: 0), try frame(at: 1, 16), try frame(at: 2, 8, .grey), try frame(at: 3, 8, .bgra, .right)])
    #expect(
      diary.all.filter { $0.contains("prepares") } == [
        "first prepares for BGRA 8×4", "last prepares for L008 4×2", "first prepares for BGRA 16×4",
        "last prepares for L008 4×1", "first prepares for L008 8×4", "last prepares for L008 4×2",
        "first prepares for BGRA 8×4 right", "last prepares for L008 4×2 right",
      ])
  }

  @Test("A processor after one that fails is prepared for the unchanged frame")
  func behindFailures() throws {
    let diary = Log<String>()
    let half = Closure { frame in
      guard frame.presentationTimeStamp.value != 1 else { throw TestError(description: "no") }
      frame.sampleBuffer = frame.sampleBuffer.replacingImage(try PixelBuffer(format: .bgra, width: 4, height: 2))
    }
    var pipeline = FramePipeline([half, Diarist(diary: diary)])
    run(&pipeline, [try frame(at: 0), try frame(at: 1), try frame(at: 2)])
    #expect(
      diary.all == [
        "diarist prepares for BGRA 4×2", "diarist sees 0", "diarist prepares for BGRA 8×4", "diarist sees 1",
        "diarist prepares for BGRA 4×2", "diarist sees 2",
      ])
  }

  @Test("Frames of a rejected format bypass the processor, which counts as one failure, reported once")
  func refusal() throws {
    let diary = Log<String>()
    let log = Log<String>()
    var pipeline = FramePipeline([
      Diarist(diary: diary, refused: [6]), Closure { $0.metadataObjects.append(TestObject(name: "seen")) },
    ]) { log.append("\($0) at \($0.time.value)") }
    for (time, width) in [8, 6, 6, 6, 8, 6].enumerated() {
      var frame = try frame(at: Int64(time), width)
      pipeline.process(&frame)
      #expect(frame.findNames == ["seen"])
    }
    #expect(
      diary.all == [
        "diarist prepares for BGRA 8×4", "diarist sees 0", "diarist prepares for BGRA 6×4",
        "diarist prepares for BGRA 8×4", "diarist sees 4", "diarist prepares for BGRA 6×4",
      ])
    #expect(log.all == ["diarist: not for 6×4 at 1"])
    let statistics = pipeline.statistics[0]
    #expect((statistics.frameCount, statistics.bypassedCount, statistics.failureCount) == (2, 4, 2))
    #expect(pipeline.statistics[1].bypassedCount == 0)
  }

  @Test("Objects returned after bypassed frames join the last frame that the processor saw")
  func refusalAtTheEnd() throws {
    /// A processor that makes frames wait.
    struct Patient: HindsightProcessor {
      var hindsight: Int { 5 }
      func process(_ frame: inout Frame) {}
      func takeLateObjects() -> [LateObject] { [] }
    }
    let processors: [any FrameProcessor] = [Diarist(diary: Log(), refused: [6]), Patient()]
    var pipeline = FramePipeline(processors, hindsight: 5)
    for (time, width) in [8, 8, 6, 6].enumerated() { _ = pipeline.process(try frame(at: Int64(time), width)) }
    #expect(pipeline.finish().map(\.findNames) == [[], ["diarist's last"], [], []])
  }

  @Test("A failure at the end is reported with the last frame's time, and affects no other processor")
  func failureAtTheEnd() throws {
    let diary = Log<String>()
    let log = Log<String>()
    var pipeline = FramePipeline([
      Diarist(name: "a", diary: diary, failsAtEnd: true), Diarist(name: "b", diary: diary),
    ]) { log.append("\($0) at \($0.time.value)") }
    run(&pipeline, [try frame(at: 3), try frame(at: 4)])
    pipeline.finish()
    #expect(log.all == ["a: can't end at 4"])
    #expect(diary.all.suffix(2) == ["a ends", "b ends"])
    #expect(pipeline.statistics.map(\.failureCount) == [1, 0])
    #expect(pipeline.statistics.map(\.frameCount) == [2, 2])
  }

  @Test("Objects of past frames returned at the end are lost and counted")
  func loss() throws {
    var pipeline = FramePipeline([Diarist(diary: Log())])
    run(&pipeline, [try frame()])
    #expect(pipeline.finish().isEmpty)
    #expect(pipeline.statistics[0].lostObjectCount == 1)
  }

  @Test("Preparation does not count in the latency of the processor or of the next one")
  func latency() throws {
    struct Slow: StreamProcessor {
      let time: ManualClock
      func prepare(for format: FrameFormat) throws {
        time.advance(1_000_000)
        if format.pixelFormat == .grey { throw TestError(description: "no") }
      }
      func process(_ frame: inout Frame) { time.advance(5) }
    }
    let time = ManualClock()
    var pipeline = FramePipeline([Slow(time: time), Slow(time: time)], clock: time.clock)
    run(&pipeline, [try frame(), try frame(at: 1, 8, .grey), try frame()])
    #expect(pipeline.statistics.map(\.latency?.maximum) == [.nanoseconds(5), .nanoseconds(5)])
    #expect(pipeline.statistics.map(\.frameCount) == [2, 2])
  }

  @Test("A replaced processor is prepared before its first frame")
  func replacement() throws {
    let diary = Log<String>()
    var pipeline = FramePipeline([Diarist(name: "a", diary: diary, refused: [8])])
    run(&pipeline, [try frame(at: 0)])
    pipeline.updateProcessors { _ in Diarist(name: "b", diary: diary) }
    run(&pipeline, [try frame(at: 1)])
    #expect(diary.all == ["a prepares for BGRA 8×4", "b prepares for BGRA 8×4", "b sees 1"])
  }

  @Test("A concurrent failure is reported and counted with a frame, which keeps its detections")
  func failureBeside() throws {
    final class Elsewhere: ConcurrentProcessor {
      private let failure = Mutex<TestError?>(nil)
      func process(_ frame: inout Frame) {
        failure.withLock { $0 = TestError(description: "far away") }
        frame.metadataObjects.append(TestObject(name: "found"))
      }
      func takeFailure() -> (any Error)? { failure.withLock { $0.take() } }
    }
    let log = Log<String>()
    var pipeline = FramePipeline([Elsewhere()]) { log.append("\($0)") }
    var frame = try frame()
    pipeline.process(&frame)
    #expect(frame.findNames == ["found"])
    #expect(log.all == ["Elsewhere: far away"])
    #expect(pipeline.statistics[0].failureCount == 1)
  }

  @Test("A concurrent failure before the end is not lost")
  func failureBesideAtTheEnd() throws {
    final class Elsewhere: StreamProcessor, ConcurrentProcessor {
      private let failure = Mutex<TestError?>(nil)
      func process(_ frame: inout Frame) {}
      func finish() { failure.withLock { $0 = TestError(description: "far away") } }
      func takeFailure() -> (any Error)? { failure.withLock { $0.take() } }
    }
    let log = Log<String>()
    var pipeline = FramePipeline([Elsewhere()]) { log.append("\($0) at \($0.time.value)") }
    run(&pipeline, [try frame(at: 3)])
    #expect(log.count == 0)
    pipeline.finish()
    #expect(log.all == ["Elsewhere: far away at 3"])
    #expect(pipeline.statistics[0].failureCount == 1)
  }

  @Test("A processor's own statistics replace the pipeline's")
  func ownStatistics() throws {
    final class Counting: ConcurrentProcessor {
      func process(_ frame: inout Frame) {}
      func takeFailure() -> (any Error)? { nil }
      var ownStatistics: StageStatistics? { StageStatistics(name: "mine", frameCount: 12, droppedCount: 3) }
    }
    #expect(FramePipeline([Counting()]).statistics == [Counting().ownStatistics])
  }

  @Test("The format of a frame has the stored size and the upright size")
  func format() throws {
    let format = try frame(at: 0, 8, .grey, .left).format
    #expect(format.dimensions == VideoDimensions(width: 8, height: 4))
    #expect(format.uprightDimensions == VideoDimensions(width: 4, height: 8))
    #expect(format.pixelFormat == .grey)
    #expect(format == FrameFormat(format.formatDescription, orientation: .left))
    #expect(format != FrameFormat(format.formatDescription))
    let codec = VideoCodecType.jpeg
    #expect(FrameFormat(FormatDescription(codec: codec, dimensions: format.dimensions)).pixelFormat == nil)
  }
}
