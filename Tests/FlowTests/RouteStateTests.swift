@testable import OpenCaptureFlow
import OpenCaptureMediaSamples
import Testing

@Suite("Where a source's samples go, and what is told of them")
struct RouteStateTests {
  private final class Output: CaptureOutput {
    let link = CaptureOutputLink()
    let receivers: [any SampleReceiver] = []
  }

  private let video = CaptureInputPort(.video)
  private let other = CaptureInputPort(.video)
  private let output = Output()

  private func target(_ port: CaptureInputPort) throws -> RouteState.Target {
    try #require(RouteState.Target(CaptureConnection(inputPorts: [port], output: output)))
  }

  private func sample(_ number: UInt64?) -> SampleBuffer {
    let description = FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 2, height: 2))
    return SampleBuffer(ofLostFrame: description, timing: SampleTiming(), sequenceNumber: number)
  }

  @Test("Samples wait until they lead somewhere, and no longer once the route is closed")
  func opening() throws {
    var state = RouteState(isStalled: false)
    #expect(state.isWaiting && state.targets.isEmpty)
    _ = state.open(to: [try target(video)])
    #expect(!state.isWaiting)
    #expect(state.receive(sample(0), through: video).targets.count == 1)
    #expect(state.close().count == 1)
    #expect(!state.isWaiting && state.targets.isEmpty)
    _ = state.open(to: [try target(video)])
    #expect(state.targets.isEmpty)
  }

  @Test("A route whose connections were taken away waits again")
  func emptied() throws {
    var state = RouteState(isStalled: false)
    _ = state.open(to: [try target(video)])
    #expect(state.open(to: []).count == 1)
    #expect(state.isWaiting)
  }

  @Test("Gaps in a port's count are told, but not those before anybody took its samples, nor where it begins anew")
  func gaps() throws {
    var state = RouteState(isStalled: false)
    #expect([0, 5].map { state.receive(sample($0), through: video).lostCount } == [0, 0])
    _ = state.open(to: [try target(video)])
    #expect([6, 9, 10, 2, 4].map { state.receive(sample($0), through: video).lostCount } == [0, 2, 0, 0, 1])
    #expect([100, 101].map { state.receive(sample($0), through: other).lostCount } == [0, 0])
    #expect(state.receive(sample(nil), through: video).lostCount == 0)
    #expect(state.receive(sample(7), through: video).lostCount == 2)
  }

  @Test("A stall ends with the next sample, and is told once")
  func stall() {
    var state = RouteState(isStalled: true)
    #expect(state.receive(sample(0), through: video).endsStall)
    #expect(!state.receive(sample(1), through: video).endsStall)
    state.stall()
    #expect(state.takeStall())
    #expect(!state.takeStall())
  }

  @Test("The end is news once, also before anybody took a sample, but not behind a route that was closed")
  func end() throws {
    var state = RouteState(isStalled: false)
    _ = state.open(to: [try target(video)])
    #expect(state.end())
    #expect(!state.end())
    // Whoever still has something to take of it is known.
    #expect(state.targets.count == 1)
    var early = RouteState(isStalled: false)
    #expect(early.end() && !early.isWaiting)
    var closed = RouteState(isStalled: false)
    _ = closed.close()
    #expect(!closed.end())
  }
}
