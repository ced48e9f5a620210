import Codes
import Dispatch
import Fixtures
import Foundation
import Metadata
import Pictures
import Synchronization
import Testing

@testable import MediaSamples

/// Photographs that others took and labelled; the floors only go up.
@Suite("Corpus of codes", .enabled(if: Corpus.codes != nil, "skipped: there is no corpus at hand"))
struct CodeCorpusTests {
  /// What came of scanning pictures.
  fileprivate struct Score {
    var pictures = 0
    var read = 0
    var wrong: [String] = []
    var falsePositives: [String] = []
    var failures: [String] = []
  }

  fileprivate func score(_ type: MetadataObjectType, in pictures: [CodeTruth], folder: String) throws -> Score {
    let scanner = try CodeScanner(types: [type])
    let score = Locked(Score())
    DispatchQueue.concurrentPerform(iterations: pictures.count) { index in
      let truth = pictures[index]
      do {
        let path = "\(folder)/\(truth.file)"
        let options = PictureReadingOptions(pixelFormat: .grey, acceptsDamage: true)
        let picture = try Picture(contentsOf: path, options: options)
        let upright = PictureTransform.uprightPixels(of: picture.info.dimensions, orientation: picture.orientation)
        let codes = try scanner.scan(picture.pixelBuffer).map { $0.transformed(by: upright) }
        score.withLock { $0.add(codes, truth, type.rawValue) }
      } catch {
        score.withLock { $0.failures.append("\(truth.file): \(error)") }
      }
    }
    return score.withLock { $0 }
  }

  @Test("QR codes: at least 177 of 237 pictures read, no wrong text, nothing found where nothing is")
  func qr() throws {
    let folder = try #require(Corpus.codes)
    let all = try CodeTruth.load("\(folder)/truth.jsonl")
    let score = try score(.qr, in: all, folder: folder)
    print("QR: \(score.read) of \(score.pictures) pictures, wrong \(score.wrong), false \(score.falsePositives)")
    #expect(score.pictures == 237)
    #expect(score.read >= 177)
    #expect(score.wrong.isEmpty)
    #expect(score.falsePositives.isEmpty)
    #expect(score.failures.isEmpty)
  }

  @Test(
    "Linear codes: at least as many pictures read as before, and no more false ones",
    arguments: [
      (MetadataObjectType.ean13, 9, 0), (.ean8, 4, 0), (.upce, 7, 0), (.code128, 6, 0), (.code39, 6, 1),
      (.code93, 4, 0), (.itf, 14, 2), (.codabar, 3, 0),
    ])
  func linear(_ type: MetadataObjectType, _ floor: Int, _ mostFalse: Int) throws {
    let folder = try #require(Corpus.codes)
    let all = try CodeTruth.load("\(folder)/truth.jsonl").filter { $0.holds(type.rawValue) || $0.codes.isEmpty }
    let score = try score(type, in: all, folder: folder)
    print("\(type): \(score.read) of \(score.pictures) pictures, false \(score.falsePositives)")
    #expect(score.read >= floor)
    #expect(score.falsePositives.count <= mostFalse)
  }
}

extension CodeCorpusTests.Score {
  fileprivate mutating func add(_ codes: [MachineReadableCodeObject], _ truth: CodeTruth, _ type: String) {
    let isNegative = truth.codes.isEmpty
    if isNegative, !codes.isEmpty { falsePositives.append(truth.file) }
    if truth.holds(type) {
      pictures += 1
      if codes.contains(where: { code in truth.codes.contains { $0.matches(code) } }) { read += 1 }
    }
    let strangers = codes.filter { code in !truth.codes.contains { $0.matches(code) } }
    if !isNegative, !strangers.isEmpty { wrong.append("\(truth.file): \(strangers.map(\.stringValue))") }
  }
}
