import Dispatch
import Fixtures
import OpenCaptureSystem
import Testing

@testable import AVFoundation

@Suite("What tells that properties may have changed")
struct PropertyChangesTests {
  /// Has a property whose changes nobody tells of.
  private final class Thermometer: KeyValueObservable, Sendable {
    let degrees = Locked(Degrees())
    let signal = ChangeSignal()

    struct Degrees: Lockable { var value = 20 }

    var temperature: Int { degrees.withLock { $0.value } }

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
    thermometer.degrees.withLock { $0.value = 90 }
    try log.wait(for: "the heat") { $0.last == 90 }
    observation.invalidate()
    #expect(log.all == [20, 90])
  }
}
