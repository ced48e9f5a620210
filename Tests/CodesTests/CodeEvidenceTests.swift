import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@testable import OpenCaptureCodes

/// Codes that no single frame holds.
@Suite("Codes in several frames")
struct CodeEvidenceTests {
  private let text = "opencapture frames 4711"

  /// Returns frames of a slowly moving code with strong noise.
  private func frames(_ count: Int, text: String, noise: Double, seed: UInt64) throws -> [PixelBuffer] {
    let symbol = try #require(QRSymbol(text))
    var generator = SeededGenerator(seed: seed)
    return try (0..<count).map { index in
      let middle = Point(x: 120 + 0.7 * Double(index), y: 90 + 0.4 * Double(index))
      let side = Double(symbol.side) * 4.2
      let view = PerspectiveView(middle: middle, side: side, turnedBy: 6 + 0.2 * Double(index), lean: 0.06)
      var picture = try view.picture(width: 260, height: 200, dark: 40, light: 215) { symbol.isDark(at: $0) }
      try picture.withUnsafeMutablePlane(0) { pixels in
        for place in pixels.indices {
          // The sum of twelve uniform numbers is nearly normal.
          let deviation = (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &generator) }
          pixels[place] = UInt8(min(max(Double(pixels[place]) + noise * deviation, 0), 255))
        }
      }
      return picture
    }
  }

  @Test("Noisy frames, none of which any engine reads, are read together; nothing wrong is reported")
  func noise() throws {
    let scanner = try CodeScanner(types: [.qr])
    var read = 0
    var unreadable = 0
    for seed in 0..<8 {
      let noise = 150 + 12 * Double(seed / 2)
      let frames = try frames(20, text: text, noise: noise, seed: UInt64(seed))
      let single = try frames.flatMap { try scanner.scan($0) }
      #expect(single.allSatisfy { $0.stringValue == text })
      guard single.isEmpty else { continue }
      unreadable += 1
      var tracker = CodeTracker(scanner)
      let found = try frames.map { try tracker.scan($0).map(\.stringValue) }
      #expect(found.joined().allSatisfy { $0 == text })
      if found.contains([text]) { read += 1 }
    }
    print("\(read) of \(unreadable) sequences without a readable frame are read")
    #expect(unreadable >= 2 && 2 * read >= unreadable)
  }

  @Test("Another code in the same place is not reported as the first one")
  func replacement() throws {
    let other = "another text of 23 char"
    var tracker = CodeTracker(try CodeScanner(types: [.qr]))
    for frame in try frames(12, text: text, noise: 100, seed: 3) { _ = try tracker.scan(frame) }
    let second = try frames(18, text: other, noise: 100, seed: 4).map { try tracker.scan($0).map(\.stringValue) }
    // A code that was read is reported for up to three more frames.
    #expect(second.dropFirst(4).joined().allSatisfy { $0 == other })
    #expect(second.contains([other]))
  }

  @Test("Random modules are never read as a code")
  func random() throws {
    let scanner = try CodeScanner(types: [.qr])
    let corners = Corners(Rect(x: 0.2, y: 0.2, width: 0.5, height: 0.5))
    for seed in RandomCandidates.seeds(usually: 300) {
      var generator = SeededGenerator(seed: seed)
      let dimension = try #require([21, 25, 29].randomElement(using: &generator))
      let text = (0..<8).map { _ in Character(UnicodeScalar(UInt8.random(in: 97...122, using: &generator))) }
      let symbol = try #require(QRSymbol(String(text), version: (dimension - 17) / 4))
      // The function patterns and the format are right, and all other modules are random.
      var values = (0..<dimension * dimension).map { _ in Float.random(in: -1...1, using: &generator) }
      for row in 0..<dimension {
        for column in 0..<dimension
        where row < 9 && (column < 9 || column >= dimension - 8) || column < 9 && row >= dimension - 8 {
          values[row * dimension + column] = symbol.isDark(column: column, row: row) ? -1 : 1
        }
      }
      let grid = ModuleGrid(dimension: dimension, values: values)
      let size = VideoDimensions(width: 640, height: 480)
      let code = try scanner.read(grid, at: corners, in: size)
      #expect(code == nil, "candidate \(seed)")
    }
  }
}
