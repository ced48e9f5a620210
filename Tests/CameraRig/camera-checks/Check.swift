import OpenCaptureSystem
import Glibc

/// What a check found to be wrong.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Statements about real cameras, checked one after another; a line each.
struct Checklist {
  private(set) var failureCount = 0
  private let only: [String]

  /// Runs all checks whose statement contains one of these words; with none, all.
  init(only: [String]) { self.only = only }

  mutating func check(_ statement: String, _ body: () throws -> Void) {
    guard only.isEmpty || only.contains(where: statement.contains) else { return }
    let start = monotonicSeconds()
    do {
      try body()
      print("ok    \(statement) (\(rounded(monotonicSeconds() - start)) s)")
    } catch {
      failureCount += 1
      print("FAIL  \(statement): \(error)")
    }
    fflush(nil)
  }
}

func monotonicSeconds() -> Double { Double(MonotonicClock.now()) / 1e9 }

func rounded(_ seconds: Double) -> Double { (seconds * 100).rounded() / 100 }

func expect(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
  if !condition { throw Failure(complaint()) }
}

/// Waits until something is so; cameras take the time that they take.
func wait(_ seconds: Double, for what: String, _ condition: () -> Bool) throws {
  let end = monotonicSeconds() + seconds
  while !condition() {
    if monotonicSeconds() > end { throw Failure("after \(seconds) s there was no \(what)") }
    usleep(5000)
  }
}

func note(_ text: String) { print("      \(text)") }
