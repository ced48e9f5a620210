import Fixtures
import OpenCaptureSystem
import Testing

@testable import AVFoundation

@Suite("Listening to a signal that can be another one from time to time")
struct FollowedSignalTests {
  /// Has a part with a signal of its own, and can have another part.
  private final class Whole: Sendable {
    struct Part: Lockable {
      var signal = ChangeSignal()
      var isFinal = false
    }

    let signal = ChangeSignal()
    let part = Locked(Part())

    /// Takes another part, once, and tells of it.
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

  @Test("What is exchanged just while it is looked for is followed")
  func exchangedMeanwhile() {
    let (whole, log) = (Whole(), Log<Bool>())
    let changes = PropertyChanges(
      signal: whole.signal,
      following: {
        let found = whole.current
        whole.exchange()
        return found
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
