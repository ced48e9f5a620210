import CAllocationCounter
import Fixtures
import Foundation

/// Lines with the progress, and the memory, threads and file descriptors of the process.
enum Report {
  /// The number of lines per run.
  static let count = 10

  /// Prints a line of names and values.
  static func print(_ values: [(name: String, value: Int)]) {
    let held = [
      ("live", allocation_live_byte_count()), ("resident", residentByteCount()), ("threads", ownCount("task")),
      ("descriptors", ownCount("fd")),
    ]
    Swift.print((values + held).map { "\($0.name) \($0.value)" }.joined(separator: " "))
    // Flush, so that the last line is visible if the process crashes.
    fflush(nil)
  }

  /// Returns the number of entries of a folder of this process below `/proc`.
  private static func ownCount(_ what: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/" + what).count) ?? 0
  }
}
