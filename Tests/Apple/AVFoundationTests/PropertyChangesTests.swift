import Dispatch
import Fixtures
import OpenCaptureSystem
import Testing

@testable import AVFoundation

@Suite("PropertyChanges")
struct PropertyChangesTests {
  /// An object with a property whose changes are not reported.
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

  @Test("Unreported changes are found by polling while an observation exists")
  func looking() throws {
    let thermometer = Thermometer()
    let log = Log<Int>()
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

  /// Waits until another thermometer was polled ten times, on the same queue.
  private func passTime() throws {
    let other = Thermometer()
    let log = Log<Int>()
    let stop = other.propertyChanges.listen(to: \Thermometer.temperature) { log.append(other.temperature) }
    try log.wait(for: "ten polls") { $0.count >= 10 }
    stop()
  }

  /// An object whose property changes when an observer starts to listen.
  private final class Lamp: KeyValueObservable, Sendable {
    let state = Locked(false)
    let signal = ChangeSignal()

    var isLit: Bool {
      get { state.withLock { $0 } }
      set {
        state.withLock { $0 = newValue }
        signal.send()
      }
    }

    var propertyChanges: PropertyChanges {
      isLit = true
      return PropertyChanges(signal: signal)
    }
  }

  @Test("A change at the start of an observation is neither missed nor reported twice")
  func beginning() throws {
    let lamp = Lamp()
    let log = Log<String>()
    let observation = lamp.observe(\.isLit, options: [.initial, .old, .new]) { _, change in
      log.append("\(change.oldValue.map(\.description) ?? "-") \(change.newValue.map(\.description) ?? "-")")
    }
    lamp.isLit = false
    try log.wait(for: "the dark") { $0.count == 2 }
    #expect(log.all == ["- true", "true false"])
    withExtendedLifetime(observation) {}
  }
}
