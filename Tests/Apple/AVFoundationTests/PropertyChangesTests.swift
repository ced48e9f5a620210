import Dispatch
import Fixtures
import OpenCaptureSystem
import Testing

@testable import AVFoundation

@Suite("What tells that properties may have changed")
struct PropertyChangesTests {
  /// Has a property whose changes nobody tells of.
  private final class Thermometer: KeyValueObservable, Sendable {
    struct State: Lockable {
      var degrees = 20
      var lookCount = 0
    }

    let state = Locked(State())
    let signal = ChangeSignal()

    var temperature: Int {
      state.withLock { state in
        state.lookCount += 1
        return state.degrees
      }
    }
    var lookCount: Int { state.withLock { $0.lookCount } }

    var propertyChanges: PropertyChanges {
      PropertyChanges(signal: signal, every: .milliseconds(1), untold: { $0 == \Thermometer.temperature })
    }
  }

  @Test("Changes that nobody tells of are found by looking, as long as somebody observes them")
  func looking() throws {
    let (thermometer, log) = (Thermometer(), Log<Int>())
    let observation = thermometer.observe(\.temperature, options: [.initial, .new]) { _, change in
      log.append(change.newValue ?? 0)
    }
    thermometer.state.withLock { $0.degrees = 90 }
    try log.wait(for: "the heat") { $0.last == 90 }
    observation.invalidate()
    try passTime()
    let lookCount = thermometer.lookCount
    thermometer.state.withLock { $0.degrees = 20 }
    try passTime()
    #expect(log.all == [20, 90] && thermometer.lookCount == lookCount)
  }

  /// Waits until another thermometer was looked at ten times: everybody's turn comes on the same queue.
  private func passTime() throws {
    let (other, log) = (Thermometer(), Log<Int>())
    let stop = other.propertyChanges.listen(to: \Thermometer.temperature) { log.append(other.temperature) }
    try log.wait(for: "ten looks") { $0.count >= 10 }
    stop()
  }
}
