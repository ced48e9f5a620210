import CAllocationCounter
import Fixtures
import Testing

@Suite(
  "Sessions that run for long", .enabled(if: allocation_counter_works(), "a sanitizer brings a heap of its own"))
struct SoakTests {
  /// What is alive comes and goes by less than this: libdispatch, for one, keeps up to a thousand small blocks a thread.
  private static let noise = 256 * 1024

  /// Runs the program; what its lines say.
  private func lines(of arguments: [String]) throws -> [Line] {
    let outcome = try Command(built: "soak").run(arguments)
    try #require(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    let lines = outcome.lines.map(Line.init)
    try #require(lines.count == 10)
    return lines
  }

  @Test("From 20,000 frames to 100,000, through every output and tracker, nothing grows")
  func frames() throws {
    let lines = try lines(of: ["frames", "100000"])
    let growth = try lines[9].growth(since: lines[1])
    // Four bytes a frame would be more.
    #expect(try growth("live") < Self.noise, "\(lines)")
    // The heap's pages are given back late, and in part.
    #expect(try growth("resident") < 8 << 20, "\(lines)")
    // Everything looked, and found something, so that what a look leaves behind would have been seen.
    for name in ["codes", "faces", "plain", "converted"] { #expect(try growth(name) >= 80_000, "\(name)") }
    for name in ["delayed", "detached"] { #expect(try growth(name) >= 9_900, "\(name)") }
    for name in ["codes-found", "faces-found"] { #expect(try growth(name) >= 20_000, "\(name)") }
    #expect(try growth("failures") == 0)
  }

  @Test("From two minutes of a recording to ten, nothing grows, and no sound is missing, nor a picture")
  func recording() throws {
    let lines = try lines(of: ["recording", "600"])
    let growth = try lines[9].growth(since: lines[1])
    // Forty bytes a picture would be more.
    #expect(try growth("live") < 2 * Self.noise, "\(lines)")
    #expect(try growth("resident") < 8 << 20, "\(lines)")
    #expect(try growth("pictures") > 11_900 && growth("seconds") > 475)
    for name in ["late", "damaged", "silent", "skipped"] { #expect(try lines[9].value(name) == 0, "\(lines)") }
  }

  @Test("From 4,000 sessions to 10,000, each started and stopped, nothing grows")
  func starts() throws {
    let lines = try lines(of: ["starts", "10000"])
    let growth = try lines[9].growth(since: lines[3])
    // A hundred bytes each would be more.
    #expect(try growth("live") < 2 * Self.noise, "\(lines)")
    // The stacks of threads among it.
    #expect(try growth("resident") < 8 << 20, "\(lines)")
  }
}

/// The names and values of a line.
private struct Line: CustomStringConvertible {
  let description: String
  private let values: [String: Int]

  init(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    let pairs = stride(from: 0, to: words.count - 1, by: 2).compactMap { index in
      Int(words[index + 1]).map { (words[index], $0) }
    }
    (description, values) = ("\n" + text, Dictionary(pairs) { first, _ in first })
  }

  func value(_ name: String) throws -> Int { try #require(values[name]) }

  /// By how much each value has grown.
  func growth(since earlier: Line) throws -> (String) throws -> Int {
    { name in try #require(values[name]) - #require(earlier.values[name]) }
  }
}
