import CAllocationCounter
import Fixtures
import Testing

extension PreviewWindowTests {
  /// Runs in a separate process, where other tests do not affect threads and memory.
  @Test(
    "Repeated resizing and reconnecting does not increase the process's resources",
    .enabled(if: allocation_counter_works(), "a sanitizer brings a heap of its own"),
    arguments: [("resizes", 200), ("comebacks", 100)])
  func soak(_ what: String, _ count: Int) throws {
    // Freed memory returns to the system at once, so that it does not count as in use.
    let outcome = try Command(built: "soak").run(
      [what, "\(count)"], environment: ["MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"])
    try #require(outcome.status == 0 && outcome.lines.count == 10, "\(outcome.text)\(outcome.errors)")
    let lines = outcome.lines.map(values)
    func growth(_ name: String) throws -> Int {
      try #require(lines[9][name]) - #require(lines[0][name])
    }
    #expect(try growth(what) == count * 9 / 10 && growth("shown") >= count * 9 / 10, "\(outcome.text)")
    // A leak per repetition would be at least ninety; threads and descriptors of the system's pools vary.
    #expect(try growth("threads") <= 4 && growth("descriptors") <= 4, "\(outcome.text)")
    // One picture of 1.2 MB may be in flight; a leak per repetition would be fifty times as much.
    #expect(try growth("live") < 2 << 20, "\(outcome.text)")
    // Includes memory shared with the display.
    #expect(try growth("resident") < 4 << 20, "\(outcome.text)")
  }

  /// Parses the names and values of a line.
  private func values(_ line: String) -> [String: Int] {
    let words = line.split(separator: " ").map(String.init)
    return Dictionary(
      stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], Int(words[$0 + 1]) ?? 0) }
    ) { first, _ in first }
  }
}
