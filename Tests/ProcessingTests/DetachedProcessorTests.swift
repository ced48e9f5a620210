import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
@testable import OpenCaptureProcessing
import Testing

@Suite("DetachedProcessor")
struct DetachedProcessorTests {
  /// Finds the time of the frame that it sees.
  private let detector = Closure(name: "detector") { frame in
    let time = frame.presentationTimeStamp
    frame.metadataObjects.append(Find(name: "\(time.value)", time: time))
  }

  private func show(_ time: Int64, to processor: DetachedProcessor) throws -> [String] {
    var frame = try Frame.blank(at: time)
    processor.process(&frame)
    return frame.findNames
  }

  @Test("One frame is in flight, the newest waits, those in between are dropped and counted")
  func dropping() throws {
    let executor = ManualExecutor()
    defer { executor.discardJobs() }
    let detached = DetachedProcessor(detector, executor: executor)
    for time in 0...4 { #expect(try show(Int64(time), to: detached) == []) }
    #expect(executor.jobCount == 1)
    executor.runOne()
    #expect(try show(5, to: detached) == ["0"])
    executor.runOne()
    #expect(try show(6, to: detached) == ["4"])
    #expect(detached.statistics.droppedCount == 3)
    #expect(detached.statistics.frameCount == 2)
  }

  @Test("Work ends with the frames, and begins again with them")
  func idle() throws {
    let executor = ManualExecutor()
    defer { executor.discardJobs() }
    let detached = DetachedProcessor(detector, executor: executor)
    _ = try show(0, to: detached)
    executor.runOne()
    #expect(executor.jobCount == 0)
    #expect(try show(1, to: detached) == ["0"])
    #expect(executor.jobCount == 1)
    #expect(detached.statistics.droppedCount == 0)
  }

  @Test("The picture flows on: what the processor does to it stays with the processor")
  func picture() throws {
    let executor = ManualExecutor()
    defer { executor.discardJobs() }
    let grey = try PixelBuffer(format: .grey, width: 1, height: 1)
    let detached = DetachedProcessor(
      Closure { $0.sampleBuffer = $0.sampleBuffer.replacingImage(grey) }, executor: executor)
    var frame = try Frame.blank()
    let address = frame.address
    detached.process(&frame)
    executor.runOne()
    detached.process(&frame)
    #expect(frame.address == address)
  }

  @Test("Finds join frames until they are too old, and never frames before them")
  func age() throws {
    let executor = ManualExecutor()
    defer { executor.discardJobs() }
    let join = MetadataJoin.everyFrame(maximumAge: MediaTime(value: 10, timescale: 30))
    let detached = DetachedProcessor(detector, joining: join, executor: executor)
    _ = try show(100, to: detached)
    executor.runOne()
    #expect(try show(100, to: detached) == ["100"])
    #expect(try show(110, to: detached) == ["100"])
    #expect(try show(111, to: detached) == [])
    #expect(try show(99, to: detached) == [])
  }

  @Test("Finds that join once go to one frame, and none is lost")
  func once() throws {
    var joiner = MetadataJoiner(.once)
    let times = (0..<5).map { MediaTime(value: $0, timescale: 30) }
    joiner.store([Find(name: "a")], seenAt: times[0])
    joiner.store([Find(name: "b")], seenAt: times[1])
    #expect(joiner.objects(joining: times[0]).isEmpty)
    #expect(joiner.objects(joining: times[2]).map { ($0 as? Find)?.name } == ["a", "b"])
    #expect(joiner.objects(joining: times[3]).isEmpty)
  }

  @Test("Pictures without a time get the newest finds")
  func noTime() throws {
    var joiner = MetadataJoiner(.recent)
    joiner.store([Find(name: "a")], seenAt: .invalid)
    joiner.store([Find(name: "b")], seenAt: .invalid)
    #expect(joiner.objects(joining: .invalid).map { ($0 as? Find)?.name } == ["b"])
  }

  @Test("A failure is reported by the pipeline at the next frame, which keeps its finds")
  func failure() throws {
    let (executor, log) = (ManualExecutor(), Log<String>())
    defer { executor.discardJobs() }
    let moody = Closure(name: "moody") { frame in
      guard frame.presentationTimeStamp.value == 0 else { throw Complaint(description: "no") }
      frame.metadataObjects.append(Find(name: "found"))
    }
    var pipeline = FramePipeline([DetachedProcessor(moody, executor: executor)]) { log.append("\($0)") }
    for time in 0...3 {
      var frame = try Frame.blank(at: Int64(time))
      pipeline.process(&frame)
      #expect(frame.findNames == (time == 0 ? [] : ["found"]))
      executor.runOne()
    }
    #expect(log.all == ["moody: no"])
    #expect(pipeline.statistics[0].failureCount == 3)
    #expect(pipeline.statistics[0].frameCount == 4)
    #expect(pipeline.statistics[0].name == "moody")
  }

  @Test("Latency is that of the work, not of the wait before it")
  func latency() throws {
    let (executor, time) = (ManualExecutor(), ManualClock())
    defer { executor.discardJobs() }
    let slow = Closure { _ in time.advance(500) }
    let detached = DetachedProcessor(slow, executor: executor, clock: time.clock)
    _ = try show(0, to: detached)
    time.advance(10_000)
    executor.runOne()
    #expect(detached.statistics.latency?.maximum == .nanoseconds(500))
  }

  @Test("On a queue of its own, the work is done without anybody's help")
  func queue() async throws {
    let (seen, yield) = AsyncStream.makeStream(of: Int64.self)
    let detached = Closure { yield.yield($0.presentationTimeStamp.value) }.detached()
    _ = try show(12, to: detached)
    var iterator = seen.makeAsyncIterator()
    #expect(await iterator.next() == 12)
  }
}
