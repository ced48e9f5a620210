import Fixtures
import OpenCaptureSystem
import Testing

@testable import AVFoundation

@Suite("SignalFollower")
struct FollowedSignalTests {
  /// An object with a replaceable part that has its own signal.
  private final class Whole: Sendable {
    struct Part: Lockable {
      var signal = ChangeSignal()
      var isFinal = false
    }

    let signal = ChangeSignal()
    let part = Locked(Part())

    /// Replaces the part, once, and sends the signal.
    func exchange() {
      let isNew = part.withLock { part in
        guard !part.isFinal else { return false }
        part = Part(isFinal: true)
        return true
      }
      if isNew { signal.send() }
    }

    var current: ChangeSignal { part.withLock { $0.signal } }
  }

  @Test("A part that is replaced during the search is followed")
  func exchangedMeanwhile() {
    let whole = Whole()
    let log = Log<Bool>()
    let changes = PropertyChanges(
      signal: whole.signal,
      following: {
        let current = whole.current
        whole.exchange()
        return current
      })
    let stop = changes.listen(to: \String.count) { log.append(true) }
    let before = log.count
    whole.current.send()
    #expect(log.count == before + 1)
    stop()
    whole.current.send()
    whole.signal.send()
    #expect(log.count == before + 1)
  }
}
