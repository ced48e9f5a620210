import OpenCaptureCodes
import Fixtures
import OpenCaptureMetadata
import OpenCapturePictures
import Testing
@testable import OpenCaptureMediaSamples

@Suite(
  "Corpus of codes, on several threads", .enabled(if: Corpus.codes != nil, "skipped: no corpus found"))
struct ConcurrentCodeTests {
  @Test("Every twentieth picture gives the same result on eight threads as on one")
  func sameResults() throws {
    let folder = try #require(Corpus.codes)
    let options = PictureReadingOptions(pixelFormat: .grey, acceptsDamage: true)
    let pictures = try CodeTruth.load("\(folder)/truth.jsonl").every(20)
      .compactMap { try? Picture(contentsOf: "\(folder)/\($0.file)", options: options).pixelBuffer }
    let scanner = try CodeScanner(types: CodeScanner.readableTypes())
    let expected = try pictures.map { try scanner.scan($0) }
    let results = try onThreads(8) { thread in
      var found = [[MachineReadableCodeObject]?](repeating: nil, count: pictures.count)
      for index in pictures.indices {
        // Go through the pictures from both ends, so that different ones are scanned at the same time.
        let place = thread.isMultiple(of: 2) ? index : pictures.count - 1 - index
        found[place] = try? scanner.scan(pictures[place])
      }
      return found
    }
    for result in results { #expect(result == expected) }
  }
}
