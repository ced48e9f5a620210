import CAllocationCounter
import Fixtures
import Testing

@Suite(
  "Long-running sessions", .enabled(if: allocation_counter_works(), "a sanitizer brings a heap of its own"))
struct SoakTests {
  /// The variation of live memory, in bytes.
  ///
  /// For example, libdispatch keeps up to a thousand small blocks per thread.
  private static let noise = 256 * 1024

  /// Runs the program and parses its output lines.
  private func lines(of arguments: [String]) throws -> [Line] {
    let outcome = try Command(built: "soak").run(arguments)
    try #require(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    let lines = outcome.lines.map(Line.init)
    try #require(lines.count == 10)
    return lines
  }

  @Test("Memory does not grow from 10,000 to 50,000 frames through every output and tracker")
  func frames() throws {
    let lines = try lines(of: ["frames", "50000"])
    let growth = try lines[9].growth(since: lines[1])
    // A leak of seven bytes per frame would exceed this.
    #expect(try growth("live") < Self.noise, "\(lines)")
    // The heap returns pages late and in part.
    #expect(try growth("resident") < 8 << 20, "\(lines)")
    // Every detector ran and found objects, so that leaks per detection would be visible.
    for name in ["codes", "faces", "plain", "converted"] { #expect(try growth(name) >= 40_000, "\(name)") }
    for name in ["delayed", "detached"] { #expect(try growth(name) >= 4_900, "\(name)") }
    for name in ["codes-found", "faces-found"] { #expect(try growth(name) >= 10_000, "\(name)") }
    #expect(try growth("failures") == 0)
  }

  @Test("Memory does not grow from two to ten minutes of a recording, and neither sound nor pictures are lost")
  func recording() throws {
    let lines = try lines(of: ["recording", "600"])
    let growth = try lines[9].growth(since: lines[1])
    // A leak of forty bytes per picture would exceed this.
    #expect(try growth("live") < 2 * Self.noise, "\(lines)")
    #expect(try growth("resident") < 8 << 20, "\(lines)")
    #expect(try growth("pictures") > 11_900 && growth("seconds") > 475)
    for name in ["late", "damaged", "silent", "skipped"] { #expect(try lines[9].value(name) == 0, "\(lines)") }
  }

  @Test("Memory does not grow from 2,000 to 5,000 starts and stops of sessions")
  func starts() throws {
    let lines = try lines(of: ["starts", "5000"])
    let growth = try lines[9].growth(since: lines[3])
    // A leak of two hundred bytes per session would exceed this.
    #expect(try growth("live") < 2 * Self.noise, "\(lines)")
    // Includes the stacks of threads.
    #expect(try growth("resident") < 8 << 20, "\(lines)")
  }
}

/// The names and values of an output line.
private struct Line: CustomStringConvertible {
  let description: String
  private let values: [String: Int]

  init(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    let pairs = stride(from: 0, to: words.count - 1, by: 2).compactMap { index in
      Int(words[index + 1]).map { (words[index], $0) }
    }
    description = "\n" + text
    values = Dictionary(pairs) { first, _ in first }
  }

  func value(_ name: String) throws -> Int { try #require(values[name]) }

  /// Returns a function with the growth of each value.
  func growth(since earlier: Line) throws -> (String) throws -> Int {
    { name in try #require(values[name]) - #require(earlier.values[name]) }
  }
}
