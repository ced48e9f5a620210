import CAllocationCounter
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureProcessing
import Testing

@Suite("A FramePipeline with hindsight")
struct PipelineHindsightTests {
  /// A processor that reports an object for each frame two frames later, named by the frame's number.
  private struct Hesitant: HindsightProcessor {
    var hindsight = 2
    /// An offset to the correct number of frames.
    var error = 0
    var number = -1
    var isFinished = false
    mutating func process(_ frame: inout Frame) { number += 1 }
    mutating func finish() { isFinished = true }
    /// Returns the objects of the last two frames at the end.
    func takeLateObjects() -> [LateObject] {
      guard isFinished else {
        return number < 2 ? [] : [LateObject(framesAgo: 2 + error, object: TestObject(name: "late \(number - 2)"))]
      }
      return (0..<min(2, number + 1)).map {
        LateObject(framesAgo: $0 + 1, object: TestObject(name: "end \(number - $0)"))
      }
    }
  }

  /// A processor with any requested hindsight.
  private struct Willing: HindsightProcessor {
    var hindsight = 0
    func withHindsight(_ frames: Int) -> Willing { Willing(hindsight: frames) }
    func process(_ frame: inout Frame) {}
    func takeLateObjects() -> [LateObject] { [] }
  }

  private static let count = Closure { $0.metadataObjects.append(TestObject(name: "\($0.metadataObjects.count)")) }

  private func run(
    _ processors: [any FrameProcessor], hindsight: Int = 24, frames: Int
  ) throws -> [[Frame]] {
    var pipeline = FramePipeline(processors, hindsight: hindsight)
    let shown = try (0..<frames).map { pipeline.process(try Frame.blank(at: Int64($0))) }
    return shown.map { $0.map { [$0] } ?? [] } + [pipeline.finish()]
  }

  @Test("Frames wait for late objects, and none is lost at the end")
  func waiting() throws {
    let steps = try run([Hesitant()], frames: 5)
    #expect(steps.map(\.count) == [0, 0, 1, 1, 1, 2])
    let frames = steps.flatMap(\.self)
    #expect(frames.map(\.presentationTimeStamp.value) == [0, 1, 2, 3, 4])
    #expect(frames.map(\.findNames) == [["late 0"], ["late 1"], ["late 2"], ["end 3"], ["end 4"]])
  }

  @Test("Later processors see late objects, earlier ones do not")
  func order() throws {
    let frames = try run([Self.count, Hesitant(), Self.count], frames: 3).flatMap(\.self)
    #expect(frames.map(\.findNames) == [["0", "late 0", "2"], ["0", "end 1", "2"], ["0", "end 2", "2"]])
  }

  @Test("Later processors see the objects that a processor returns at the end")
  func end() throws {
    /// A processor that marks the last frame at the end.
    struct Ending: HindsightProcessor {
      let hindsight = 0
      func process(_ frame: inout Frame) {}
      func takeLateObjects() -> [LateObject] { [LateObject(framesAgo: 1, object: TestObject(name: "last"))] }
    }
    let frames = try run([Ending(), Hesitant(), Self.count, Ending(), Self.count], frames: 3).flatMap(\.self)
    #expect(
      frames.map(\.findNames) == [
        ["late 0", "1", "2"], ["end 1", "1", "2"], ["last", "end 2", "2", "last", "4"],
      ])
  }

  @Test("Later processors see the waiting frames before they end")
  func lastFrames() throws {
    struct Diarist: StreamProcessor {
      let diary: Log<String>
      func process(_ frame: inout Frame) { diary.append("\(frame.presentationTimeStamp.value)") }
      func finish() { diary.append("end") }
    }
    let diary = Log<String>()
    _ = try run([Hesitant(), Diarist(diary: diary), Diarist(diary: diary)], frames: 3)
    #expect(diary.all == ["0", "0", "1", "2", "end", "1", "2", "end"])
  }

  @Test("A processor is not asked for late objects after a frame bypassed it")
  func passedBy() throws {
    /// A processor that always reports the same object for the last frame that it saw.
    struct Repeating: HindsightProcessor {
      var hindsight: Int { 1 }
      func prepare(for format: FrameFormat) throws {
        if format.pixelFormat == .grey { throw TestError(description: "not grey") }
      }
      func process(_ frame: inout Frame) {}
      func takeLateObjects() -> [LateObject] { [LateObject(framesAgo: 1, object: TestObject(name: "before"))] }
    }
    var pipeline = FramePipeline([Repeating()], hindsight: 1)
    var frames: [Frame] = []
    for (time, format) in [PixelFormat.bgra, .bgra, .grey, .grey].enumerated() {
      frames += [pipeline.process(try Frame.blank(at: Int64(time), format: format))].compactMap(\.self)
    }
    frames += pipeline.finish()
    #expect(frames.map(\.findNames) == [["before"], [], [], []])
  }

  @Test("Without hindsight of the pipeline or of a processor, no frame waits")
  func immediate() throws {
    for steps in [
      try run([Hesitant(hindsight: 0), Closure { _ in }], frames: 2),
      try run([Hesitant()], hindsight: 0, frames: 2),
      try run([Hesitant(hindsight: -1)], frames: 2), try run([Hesitant()], hindsight: -1, frames: 2),
    ] {
      #expect(steps.map(\.count) == [1, 1, 0])
    }
    #expect(try run([], frames: 1).map(\.count) == [1, 0])
  }

  @Test("Frames wait no longer than the pipeline's hindsight and no longer than a processor's")
  func limits() throws {
    #expect(try run([Hesitant()], hindsight: 1, frames: 3).map(\.count) == [0, 1, 1, 1])
    #expect(FramePipeline([Hesitant(), Willing()], hindsight: 5).hindsight == 5)
    #expect(FramePipeline([Hesitant(), Closure { _ in }], hindsight: 5).hindsight == 2)
    #expect(FramePipeline([Willing(hindsight: 7)]).hindsight == 0)
  }

  @Test(
    "Objects of past or future frames are dropped and counted",
    arguments: [-2, -5, 1, Int.max - 2])
  func outOfReach(_ error: Int) throws {
    var pipeline = FramePipeline([Hesitant(error: error)], hindsight: 24)
    for time in 0..<6 {
      guard let frame = pipeline.process(try Frame.blank(at: Int64(time))) else { continue }
      #expect(frame.metadataObjects.isEmpty)
    }
    #expect(pipeline.statistics[0].lostObjectCount == 4)
    #expect(pipeline.finish().map(\.findNames) == [["end 4"], ["end 5"]])
  }

  @Test("A frame processed in place does not wait, and its late objects are lost and counted")
  func inPlace() throws {
    var pipeline = FramePipeline([Hesitant(), Self.count], hindsight: 2)
    for time in 0..<4 {
      var frame = try Frame.blank(at: Int64(time))
      pipeline.process(&frame)
      #expect(frame.findNames == ["0"])
    }
    #expect(pipeline.statistics.map(\.lostObjectCount) == [2, 0])
    #expect(pipeline.finish().isEmpty)
    #expect(pipeline.statistics.map(\.lostObjectCount) == [4, 0])
  }

  @Test("Each processor has its own statistics, in order")
  func statistics() throws {
    var pipeline = FramePipeline(
      [Closure(name: "a") { _ in }, Hesitant(), Closure(name: "b") { _ in }], hindsight: 24)
    _ = pipeline.process(try Frame.blank())
    pipeline.finish()
    #expect(pipeline.statistics.map(\.name) == ["a", "Hesitant", "b"])
    #expect(pipeline.statistics.map(\.frameCount) == [1, 1, 1])
  }

  @Test(
    "Waiting frames do not allocate in steady state",
    .enabled(if: allocation_counter_works(), "a sanitizer brings a heap of its own"))
  func allocations() throws {
    var pipeline = FramePipeline([Closure { _ in }, Willing(), Closure { _ in }], hindsight: 3)
    let frame = try Frame.blank()
    for _ in 0..<10 { _ = pipeline.process(frame) }
    let before = allocation_count()
    for _ in 0..<100 { _ = pipeline.process(frame) }
    #expect(allocation_count() - before == 0)
    #expect(pipeline.finish().count == 3)
  }
}
