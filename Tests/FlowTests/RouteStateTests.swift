@testable import OpenCaptureFlow
import OpenCaptureMediaSamples
import Testing

@Suite("Where a source's samples go, and what is told of them")
struct RouteStateTests {
  private final class Output: CaptureOutput {
    let link = CaptureOutputLink()
    let receivers: [any SampleReceiver] = []
  }

  /// The state, in words: `#expect` can't change a value.
  private final class Route {
    private(set) var state: RouteState
    private let output = Output()

    init(isStalled: Bool = false) { state = RouteState(isStalled: isStalled) }

    /// How many connections there were.
    func open(_ ports: CaptureInputPort...) -> Int {
      let targets = ports.map { CaptureConnection(inputPorts: [$0], output: output) }
      return state.open(to: targets.compactMap { RouteState.Target($0) }).count
    }

    /// How many were lost before each of these.
    func lost(before numbers: [UInt64?], at port: CaptureInputPort) -> [Int] {
      numbers.map { arrival($0, at: port).lostCount }
    }

    func arrival(_ number: UInt64?, at port: CaptureInputPort) -> RouteState.Arrival {
      let description = FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 2, height: 2))
      let sample = SampleBuffer(ofLostFrame: description, timing: SampleTiming(), sequenceNumber: number)
      return state.receive(sample, through: port)
    }

    func stall() { state.stall() }
    func takeStall() -> Bool { state.takeStall() }
    func end() -> Bool { state.end() }
    func close() -> Int { state.close().count }
  }

  private let port = CaptureInputPort(.video)
  private let other = CaptureInputPort(.video)

  @Test("Samples wait until they lead somewhere, and no longer once the route is closed")
  func opening() {
    let it = Route()
    #expect(it.state.isWaiting && it.state.targets.isEmpty)
    #expect(it.open(port) == 0)
    #expect(!it.state.isWaiting)
    #expect(it.arrival(0, at: port).targets.count == 1)
    #expect(it.close() == 1)
    #expect(!it.state.isWaiting && it.state.targets.isEmpty)
    #expect(it.open(port) == 0)
    #expect(it.state.targets.isEmpty)
  }

  @Test("A route whose connections were taken away waits again")
  func emptied() {
    let it = Route()
    #expect(it.open(port) == 0)
    #expect(it.open() == 1)
    #expect(it.state.isWaiting)
  }

  @Test("Gaps in a port's count are told, but not those before anybody took its samples, nor where it begins anew")
  func gaps() {
    let it = Route()
    #expect(it.lost(before: [0, 5], at: port) == [0, 0])
    #expect(it.open(port) == 0)
    #expect(it.lost(before: [6, 9, 10, 2, 4], at: port) == [0, 2, 0, 0, 1])
    #expect(it.lost(before: [100, 101], at: other) == [0, 0])
    #expect(it.lost(before: [nil, 7], at: port) == [0, 2])
  }

  @Test("A stall ends with the next sample, and is told once")
  func stall() {
    let it = Route(isStalled: true)
    #expect(it.arrival(0, at: port).endsStall)
    #expect(!it.arrival(1, at: port).endsStall)
    it.stall()
    #expect(it.takeStall())
    #expect(!it.takeStall())
  }

  @Test("The end is news once, also before anybody took a sample, but not behind a route that was closed")
  func end() {
    let it = Route()
    #expect(it.open(port) == 0)
    #expect(it.end())
    #expect(!it.end())
    // Whoever still has something to take of it is known.
    #expect(it.state.targets.count == 1)
    let early = Route()
    #expect(early.end() && !early.state.isWaiting)
    let closed = Route()
    #expect(closed.close() == 0)
    #expect(!closed.end())
  }
}
