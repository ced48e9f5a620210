import CAllocationCounter
import Fixtures
import Testing

extension PreviewWindowTests {
  /// In a process of its own, where no other test's threads and memory come and go.
  @Test(
    "However often it is resized, or its camera goes and comes back, the process holds no more than after a tenth",
    .enabled(if: allocation_counter_works(), "a sanitizer brings a heap of its own"),
    arguments: [("resizes", 200), ("comebacks", 100)])
  func soak(_ what: String, _ count: Int) throws {
    // What is let go of goes back to the system at once, so that it doesn't count as held.
    let outcome = try Command(built: "soak").run(
      [what, "\(count)"], environment: ["MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"])
    try #require(outcome.status == 0 && outcome.lines.count == 10, "\(outcome.text)\(outcome.errors)")
    let lines = outcome.lines.map(values)
    func growth(_ name: String) throws -> Int {
      try #require(lines[9][name]) - #require(lines[0][name])
    }
    #expect(try growth(what) == count * 9 / 10 && growth("shown") >= count * 9 / 10, "\(outcome.text)")
    // One each would be ninety or more; those of the pools that the system keeps come and go.
    #expect(try growth("threads") <= 4 && growth("descriptors") <= 4, "\(outcome.text)")
    // A picture of 1.2 MB is on its way or not; one each would be fifty times as much.
    #expect(try growth("live") < 2 << 20, "\(outcome.text)")
    // What the display shares with the process among it.
    #expect(try growth("resident") < 4 << 20, "\(outcome.text)")
  }

  /// The names and values of a line.
  private func values(_ line: String) -> [String: Int] {
    let words = line.split(separator: " ").map(String.init)
    return Dictionary(
      stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], Int(words[$0 + 1]) ?? 0) }
    ) { first, _ in first }
  }
}
