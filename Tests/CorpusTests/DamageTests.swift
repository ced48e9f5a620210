import OpenCaptureCodes
import Fixtures
import Foundation
import OpenCapturePictures
import Testing
@testable import OpenCaptureMediaSamples

/// Damaged photographs, which must decode or be errors, but never crash.
@Suite("Damaged pictures of the corpus", .enabled(if: Corpus.codes != nil, "skipped: no corpus found"))
struct DamageTests {
  private let options = PictureReadingOptions(pixelFormat: .grey, acceptsDamage: true)

  private func files() throws -> [String] {
    let folder = try #require(Corpus.codes)
    return try CodeTruth.load("\(folder)/truth.jsonl").map { "\(folder)/\($0.file)" }
  }

  @Test("Every third picture, truncated at any of 20 positions, is an error or reports its damage")
  func truncation() throws {
    let files = try files().sorted().every(3)
    let unnoticed = Log<String>()
    DispatchQueue.concurrentPerform(iterations: files.count) { index in
      guard let bytes = try? [UInt8](Data(contentsOf: URL(filePath: files[index]))) else { return }
      for step in 0..<20 {
        let part = Array(bytes.prefix(bytes.count * step / 20))
        guard let picture = try? EncodedPicture(copying: part.span.bytes).decoded(options) else { continue }
        if picture.damage == nil { unnoticed.append("\(files[index]) at \(step)/20") }
      }
    }
    // Data after the picture can be lost without a report.
    #expect(unnoticed.count <= files.count / 20)
  }

  @Test("Pictures with random bit errors can be decoded and scanned, or are errors", arguments: 0..<12)
  func flips(_ sample: Int) throws {
    let all = try files().filter { (try? Data(contentsOf: URL(filePath: $0)).count) ?? 0 < 40_000 }
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: all[sample * all.count / 12])))
    let scanner = try CodeScanner(types: CodeScanner.readableTypes())
    DispatchQueue.concurrentPerform(iterations: 40) { round in
      var random = SeededGenerator(seed: UInt64(sample * 1000 + round))
      var broken = bytes
      for _ in 0...(round % 20) {
        broken[Int.random(in: 0..<broken.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      }
      let picture = try? EncodedPicture(
        copying: broken.span.bytes, limits: PictureLimits(maximumPixelCount: 4_000_000)
      )
      .decoded(options)
      if let picture { _ = try? scanner.scan(picture.pixelBuffer) }
    }
  }
}
