@testable import OpenCaptureFlow
import OpenCaptureMediaSamples
import Testing

@Suite("Route from a source to outputs")
struct RouteStateTests {
  private final class Output: CaptureOutput {
    let link = CaptureOutputLink()
    let receivers: [any SampleReceiver] = []
  }

  /// A wrapper of the state, because `#expect` cannot call mutating methods.
  private final class Route {
    private(set) var state: RouteState
    private let output = Output()

    init(isStalled: Bool = false) { state = RouteState(isStalled: isStalled) }

    /// Opens the route and returns the number of its previous targets.
    func open(_ ports: CaptureInputPort...) -> Int {
      let targets = ports.map { CaptureConnection(inputPorts: [$0], output: output) }
      return state.open(to: targets.compactMap { RouteState.Target($0) }).count
    }

    /// Returns the number of frames lost before each of the given ones.
    func lost(before numbers: [UInt64?], at port: CaptureInputPort) -> [Int] {
      numbers.map { arrival($0, at: port).lostCount }
    }

    func arrival(_ number: UInt64?, at port: CaptureInputPort) -> RouteState.Arrival {
      let description = FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 2, height: 2))
      let sample = SampleBuffer(ofLostFrame: description, timing: SampleTiming(), sequenceNumber: number)
      return state.receive(sample, through: port)
    }

    func stall() { state.stall() }
    func clearStall() -> Bool { state.clearStall() }
    func end() -> Bool { state.end() }
    func close() -> Int { state.close().count }
  }

  private let port = CaptureInputPort(.video)
  private let other = CaptureInputPort(.video)

  @Test("A source waits until the route opens, and no longer once the route is closed")
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

  @Test("A route that loses all its targets waits again")
  func emptied() {
    let it = Route()
    #expect(it.open(port) == 0)
    #expect(it.open() == 1)
    #expect(it.state.isWaiting)
  }

  @Test("Gaps of a port are counted, except before the route opens and when the count restarts")
  func gaps() {
    let it = Route()
    #expect(it.lost(before: [0, 5], at: port) == [0, 0])
    #expect(it.open(port) == 0)
    #expect(it.lost(before: [6, 9, 10, 2, 4], at: port) == [0, 2, 0, 0, 1])
    #expect(it.lost(before: [100, 101], at: other) == [0, 0])
    #expect(it.lost(before: [nil, 7], at: port) == [0, 2])
  }

  @Test("A stall ends with the next sample, and its end is reported once")
  func stall() {
    let it = Route(isStalled: true)
    #expect(it.arrival(0, at: port).endsStall)
    #expect(!it.arrival(1, at: port).endsStall)
    it.stall()
    #expect(it.clearStall())
    #expect(!it.clearStall())
  }

  @Test("The end is reported once, even before the route opens, but not after the route is closed")
  func end() {
    let it = Route()
    #expect(it.open(port) == 0)
    #expect(it.end())
    #expect(!it.end())
    // Targets that still process samples stay known.
    #expect(it.state.targets.count == 1)
    let early = Route()
    #expect(early.end() && !early.state.isWaiting)
    let closed = Route()
    #expect(closed.close() == 0)
    #expect(!closed.end())
  }
}
