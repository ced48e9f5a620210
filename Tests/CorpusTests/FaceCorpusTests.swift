import OpenCaptureSystem
import OpenCaptureFaces
import Fixtures
import Foundation
import OpenCaptureMetadata
import OpenCapturePictures
import Testing
@testable import OpenCaptureMediaSamples

/// Labelled photographs from other sources.
///
/// The floors may only rise.
@Suite("Corpus of faces", .enabled(if: Corpus.faces != nil, "skipped: no corpus found"))
struct FaceCorpusTests {
  private func score(_ effort: DetectionEffort) throws -> FaceScore {
    let folder = try #require(Corpus.faces)
    let pictures = try FaceTruth.load("\(folder)/truth.jsonl").filter { $0.frame == nil }
    #expect(pictures.count == 52)
    let score = Locked(FaceScore())
    DispatchQueue.concurrentPerform(iterations: pictures.count) { index in
      do {
        let options = PictureReadingOptions(pixelFormat: .grey)
        let picture = try Picture(contentsOf: "\(folder)/\(pictures[index].file)", options: options)
        var detector = try FaceDetector()
        detector.effort = effort
        let upright = PictureTransform.uprightPixels(
          of: picture.pixelBuffer.dimensions, orientation: picture.orientation)
        let faces = try detector.detect(picture.pixelBuffer, orientation: picture.orientation)
        let bounds = faces.map { $0.transformed(by: upright).boundingBox }
        score.withLock { _ = $0.add(bounds, pictures[index]) }
      } catch {
        Issue.record("\(pictures[index].file): \(error)")
      }
    }
    return score.withLock { $0 }
  }

  @Test(
    "Faces in photographs: at least as many are found as before, without additional false detections",
    arguments: [(DetectionEffort.balanced, 118, 0), (.fast, 116, 0)])
  func pictures(_ effort: DetectionEffort, _ floor: Int, _ mostFalse: Int) throws {
    let score = try score(effort)
    print("\(effort): precision \(score.precision), recall \(score.recall) of \(score.present)")
    #expect(score.present == 121)
    #expect(score.found >= floor)
    #expect(score.falsePositives <= mostFalse)
  }
}
