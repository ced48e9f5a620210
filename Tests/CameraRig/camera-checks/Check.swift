import OpenCaptureSystem
import Glibc

/// A failed check.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A list of checks of real cameras, which prints one line per check.
struct Checklist {
  private(set) var failureCount = 0
  private let only: [String]

  /// Creates a list that runs the checks whose statements contain one of the words, or all without words.
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

/// Waits until a condition is true, at most a number of seconds.
func wait(_ seconds: Double, for what: String, _ condition: () -> Bool) throws {
  let end = monotonicSeconds() + seconds
  while !condition() {
    if monotonicSeconds() > end { throw Failure("timed out after \(seconds) s waiting for \(what)") }
    usleep(5000)
  }
}

func note(_ text: String) { print("      \(text)") }
