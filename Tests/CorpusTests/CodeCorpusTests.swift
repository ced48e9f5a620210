import OpenCaptureSystem
import OpenCaptureCodes
import Dispatch
import Fixtures
import OpenCaptureMetadata
import OpenCapturePictures
import Testing
@testable import OpenCaptureMediaSamples

/// Labelled photographs from other sources.
///
/// The floors may only rise.
@Suite("Corpus of codes", .enabled(if: Corpus.codes != nil, "skipped: no corpus found"))
struct CodeCorpusTests {
  /// The result of scanning pictures.
  fileprivate struct Score: Lockable {
    var pictures = 0
    var read = 0
    var wrong: [String] = []
    var falsePositives: [String] = []
    var failures: [String] = []
  }

  fileprivate func score(
    _ type: MetadataObjectType, in pictures: [CodeTruth], folder: String,
    engines: [any CodeEngine] = CodeScanner.defaultEngines
  ) throws -> Score {
    var scanner = try CodeScanner(types: [type], engines: engines)
    // Three of the codes use full ASCII.
    scanner.code39Interpretation = .fullASCII
    let score = Locked(Score())
    DispatchQueue.concurrentPerform(iterations: pictures.count) { [scanner] index in
      let truth = pictures[index]
      do {
        let path = "\(folder)/\(truth.file)"
        let options = PictureReadingOptions(pixelFormat: .grey, acceptsDamage: true)
        let picture = try Picture(contentsOf: path, options: options)
        let upright = PictureTransform.uprightPixels(of: picture.info.dimensions, orientation: picture.orientation)
        let codes = try scanner.scan(picture.pixelBuffer).map { $0.transformed(by: upright) }
        score.withLock { $0.add(codes, truth, type.name) }
      } catch {
        score.withLock { $0.failures.append("\(truth.file): \(error)") }
      }
    }
    return score.withLock { $0 }
  }

  /// Whether all engines are available, which the floors require.
  private static var hasAllEngines: Bool { CodeScanner.defaultEngines.count > 1 }

  @Test(
    "QR codes: at least 228 of 237 pictures are read, without wrong texts or false detections",
    .enabled(if: hasAllEngines, "skipped: built without the trait ZXing"))
  func qr() throws { try checkQR(engines: CodeScanner.defaultEngines, floor: 228) }

  @Test("QR codes with ZBar alone: at least 223 of 237 pictures are read, without wrong or false codes")
  func qrByZBar() throws { try checkQR(engines: [ZBarEngine()], floor: 223) }

  private func checkQR(engines: [any CodeEngine], floor: Int) throws {
    let folder = try #require(Corpus.codes)
    let all = try CodeTruth.load("\(folder)/truth.jsonl")
    let score = try score(.qr, in: all, folder: folder, engines: engines)
    print("QR: \(score.read) of \(score.pictures) pictures, wrong \(score.wrong), false \(score.falsePositives)")
    #expect(score.pictures == 237)
    #expect(score.read >= floor)
    #expect(score.wrong.isEmpty)
    #expect(score.falsePositives.isEmpty)
    #expect(score.failures.isEmpty)
  }

  @Test(
    "Other codes: at least as many pictures are read as before, without additional false detections",
    .enabled(if: hasAllEngines, "skipped: built without the trait ZXing"),
    arguments: [
      (MetadataObjectType.ean13, 11, 0), (.ean8, 5, 0), (.upca, 3, 0), (.upce, 7, 0), (.code128, 7, 0),
      (.code39, 9, 0),
      (.code93, 4, 0), (.itf, 14, 0), (.codabar, 3, 0), (.aztec, 12, 0), (.dataMatrix, 12, 0), (.pdf417, 12, 0),
      (.microPDF417, 6, 0), (.microQR, 11, 0), (.gs1DataBar, 3, 0), (.gs1DataBarExpanded, 4, 0),
      (.gs1DataBarLimited, 1, 0),
    ])
  func others(_ type: MetadataObjectType, _ floor: Int, _ mostFalse: Int) throws {
    let folder = try #require(Corpus.codes)
    let all = try CodeTruth.load("\(folder)/truth.jsonl").filter { $0.holds(type.name) || $0.codes.isEmpty }
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
