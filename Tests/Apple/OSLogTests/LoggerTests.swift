import Testing

@testable import OSLog

@Suite("Logger and locks")
struct LoggerTests {
  private struct Position: CustomStringConvertible {
    var description: String { "(1, 2)" }
  }

  private func text(_ message: OSLogMessage) -> String { message.text }

  @Test("Values appear in a message, unless they are private")
  func privacy() {
    let name = "door"
    #expect(text("plain") == "plain")
    #expect(text("\(name) \(name, privacy: .public) \(name, privacy: .private)") == "door door <private>")
    #expect(text("\(7, privacy: .sensitive) \(Position(), privacy: .public)") == "<private> (1, 2)")
    let hash = text("\(name, privacy: .private(mask: .hash))")
    #expect(hash.hasPrefix("<mask.hash: ") && hash == text("\(name, privacy: .sensitive(mask: .hash))"))
    #expect(hash != text("\("window", privacy: .private(mask: .hash))"))
  }

  @Test("Values have the requested format and alignment")
  func formats() {
    #expect(text("\(255, format: .hex) \(255, format: .hex(explicitPrefix: true, uppercase: true))") == "ff 0xFF")
    #expect(text("\(-5, format: .decimal(minDigits: 3)) \(8, format: .octal)") == "-005 10")
    #expect(text("\(1.5) \(2.0 / 3, format: .fixed(precision: 2))") == "1.500000 0.67")
    #expect(text("\(true) \(false, format: .answer)") == "true NO")
    #expect(text("[\(7, align: .right(columns: 3))][\("a", align: .left(columns: 3))]") == "[  7][a  ]")
  }

  @Test("Arguments replace the conversions of a format")
  func arguments() {
    #expect(LogLines.text("%d of %{public}d, %.1f %%", [1, 2, 0.25]) == "1 of 2, 0.2 %")
    #expect(LogLines.text("%{private}d %ld %x", [1, 2, 255]) == "<private> 2 ff")
    #expect(LogLines.text("%d %d", [1]) == "1 <missing>")
    #expect(LogLines.text("%@", [3]) == "3")
  }

  @Test("A line has the source and the level of its message")
  func lines() {
    let log = OSLog(subsystem: "com.example", category: "camera")
    #expect(log.line(.error, "lost") == "[com.example:camera] error: lost")
    #expect(OSLog.default.line(.default, "ready") == "default: ready")
    #expect(!OSLog.disabled.isEnabled(type: .fault) && log.isEnabled(type: .info))
  }

  @Test("A signpost returns the result of its task, and the error")
  func signposts() {
    struct Failure: Error {}
    let signposter = OSSignposter(subsystem: "com.example", category: .pointsOfInterest)
    #expect(signposter.withIntervalSignpost("task") { 5 } == 5)
    #expect(throws: Failure.self) { try signposter.withIntervalSignpost("task") { throw Failure() } }
  }

  @Test("A lock excludes other threads")
  func locks() async {
    let counter = OSAllocatedUnfairLock(initialState: 0)
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<1_000 { counter.withLock { $0 += 1 } } }
      }
    }
    #expect(counter.withLock { $0 } == 4_000)
    let gate = OSAllocatedUnfairLock()
    gate.lock()
    #expect(!gate.lockIfAvailable())
    gate.unlock()
    #expect(gate.lockIfAvailable())
    gate.unlock()
    var lock = os_unfair_lock()
    os_unfair_lock_lock(&lock)
    #expect(!os_unfair_lock_trylock(&lock))
    os_unfair_lock_unlock(&lock)
  }
}
