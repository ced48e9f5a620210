import CAllocationCounter
import Fixtures
import Foundation

/// Lines with what was done so far, and what the process holds of memory, threads and descriptors.
enum Report {
  /// How many are printed during a run.
  static let count = 10

  /// Prints a line of names and values.
  static func print(_ values: [(name: String, value: Int)]) {
    let held = [
      ("live", allocation_live_byte_count()), ("resident", residentByteCount()), ("threads", ownCount("task")),
      ("descriptors", ownCount("fd")),
    ]
    Swift.print((values + held).map { "\($0.name) \($0.value)" }.joined(separator: " "))
    // What was printed last is to be seen where the process doesn't come to its end.
    fflush(nil)
  }

  /// How many of something the system lists of this process.
  private static func ownCount(_ what: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/" + what).count) ?? 0
  }
}
