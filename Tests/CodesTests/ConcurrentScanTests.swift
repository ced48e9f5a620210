import OpenCaptureCodes
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("Scanning on several threads")
struct ConcurrentScanTests {
  /// Codes for all kinds of passes: sharp, tilted and noisy, blurred, small, and linear.
  private func pictures() throws -> [PixelBuffer] {
    var random = SeededGenerator(seed: 6)
    var pictures = try (1...4).map { version in
      let symbol = try #require(QRSymbol("picture \(version)", version: version))
      let view = PerspectiveView(
        middle: Point(x: 180, y: 170), side: 230, turnedBy: Double(version) * 50, lean: Double(version) * 0.08)
      return try view.picture(width: 360, height: 340, isDark: symbol.isDark(at:))
    }
    for index in pictures.indices {
      try pictures[index].withUnsafeMutablePlane(0) { pixels in
        for place in pixels.indices {
          pixels[place] = UInt8(clamping: Int(pixels[place]) + Int.random(in: -30...30, using: &random))
        }
      }
    }
    pictures += try [2, 3].map { try #require(QRSymbol("sharp")).picture(pixelsPerModule: $0) }
    pictures.append(try pictures[1].scaled(to: VideoDimensions(width: 120, height: 113)))
    pictures.append(try #require(EANSymbol("400638133393")).picture(pixelsPerModule: 2))
    return pictures
  }

  @Test(
    "Eight threads find the same codes as one, with shared and with separate scanners",
    arguments: [ScanEffort.fast, .thorough])
  func sameResults(_ effort: ScanEffort) throws {
    let pictures = try pictures()
    var scanner = try CodeScanner(types: CodeScanner.readableTypes())
    scanner.effort = effort
    let shared = scanner
    let expected = try pictures.map { try shared.scan($0) }
    #expect(expected.count { !$0.isEmpty } >= pictures.count / 2)
    let results = try onThreads(8) { thread -> [[MachineReadableCodeObject]?] in
      var own = (try? CodeScanner(types: CodeScanner.readableTypes())) ?? CodeScanner()
      own.effort = effort
      var found = [[MachineReadableCodeObject]?](repeating: nil, count: pictures.count)
      // Each thread starts with another picture.
      for index in pictures.indices {
        let place = (index + thread) % pictures.count
        found[place] = try? (thread.isMultiple(of: 2) ? shared : own).scan(pictures[place])
      }
      return found
    }
    #expect(results.count == 8)
    for result in results { #expect(result == expected) }
  }
}
