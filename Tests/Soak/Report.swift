import CAllocationCounter
import Fixtures
import Glibc

/// Lines with what was done so far, and what the process holds of memory.
enum Report {
  /// How many are printed during a run.
  static let count = 10

  /// Prints a line of names and values.
  static func print(_ values: [(name: String, value: Int)]) {
    let memory = [("live", allocation_live_byte_count()), ("resident", residentByteCount())]
    Swift.print((values + memory).map { "\($0.name) \($0.value)" }.joined(separator: " "))
    // What was printed last is to be seen where the process doesn't come to its end.
    fflush(nil)
  }
}
