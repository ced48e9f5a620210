import OpenCaptureMediaSamples
import OpenCaptureProcessing
import Testing

@Suite("DelayedPipeline")
struct DelayedPipelineTests {
  /// Knows of each frame only two frames later, and names it by its number then.
  private struct Hesitant: HindsightProcessor {
    var hindsight = 2
    /// How many frames ago, against what is true.
    var error = 0
    var number = -1
    mutating func process(_ frame: inout Frame) { number += 1 }
    mutating func takeLateObjects() -> [LateObject] {
      number < 2 ? [] : [LateObject(framesAgo: 2 + error, object: Find(name: "late \(number - 2)"))]
    }
  }

  private func run(_ processors: [any FrameProcessor], frames: Int) throws -> [[Frame]] {
    var pipeline = DelayedPipeline(processors)
    let shown = try (0..<frames).map { pipeline.process(try Frame.blank(at: Int64($0))) }
    return shown.map { $0.map { [$0] } ?? [] } + [pipeline.finish()]
  }

  @Test("Frames wait until what is known later is known, and none is lost at the end")
  func waiting() throws {
    let steps = try run([Hesitant()], frames: 5)
    #expect(steps.map(\.count) == [0, 0, 1, 1, 1, 2])
    let frames = steps.flatMap(\.self)
    #expect(frames.map(\.presentationTimeStamp.value) == [0, 1, 2, 3, 4])
    #expect(frames.map(\.findNames) == [["late 0"], ["late 1"], ["late 2"], [], []])
  }

  @Test("Processors behind see what came late, those before don't")
  func order() throws {
    let count = { @Sendable (frame: inout Frame) in
      frame.metadataObjects.append(Find(name: "\(frame.metadataObjects.count)"))
    }
    let frames = try run([Closure(body: count), Hesitant(), Closure(body: count)], frames: 3).flatMap(\.self)
    #expect(frames.map(\.findNames) == [["0", "late 0", "2"], ["0", "1"], ["0", "1"]])
  }

  @Test("Without hindsight no frame waits")
  func immediate() throws {
    let steps = try run([Hesitant(hindsight: 0), Closure { _ in }], frames: 2)
    #expect(steps.map(\.count) == [1, 1, 0])
    #expect(try run([], frames: 1).map(\.count) == [1, 0])
  }

  @Test("What is said about frames that are gone, or to come, is left out", arguments: [-2, -5, 1, Int.max - 2])
  func outOfReach(_ error: Int) throws {
    let frames = try run([Hesitant(error: error)], frames: 6).flatMap(\.self)
    #expect(frames.count == 6)
    #expect(frames.allSatisfy { $0.metadataObjects.isEmpty } || error == 1)
  }

  @Test("Each processor is accounted for, in their order")
  func statistics() throws {
    var pipeline = DelayedPipeline([Closure(name: "a") { _ in }, Hesitant(), Closure(name: "b") { _ in }])
    _ = pipeline.process(try Frame.blank())
    _ = pipeline.finish()
    #expect(pipeline.statistics.map(\.name) == ["a", "Hesitant", "b"])
    #expect(pipeline.statistics.map(\.frameCount) == [1, 1, 1])
  }
}
