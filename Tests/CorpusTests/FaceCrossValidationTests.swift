import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePictures
import OpenCaptureSystem
import Testing
@testable import OpenCaptureFaces

/// The tables that `Scripts/rig faces` prints: the performance of thresholds on sources that they weren't chosen on.
///
/// The tests take minutes and add nothing to the floors of the corpora, so they run only on request.
@Suite(
  "Faces, one source left out at a time",
  .enabled(
    if: ProcessInfo.processInfo.environment["OPENCAPTURE_CROSS_VALIDATION"] != nil && Corpus.faces != nil
      && Corpus.codes != nil, "skipped: `Scripts/rig faces` runs it, if a corpus is available"))
struct FaceCrossValidationTests {
  /// A test picture: a labelled photograph at some scale, or a pan over a picture without faces.
  private enum Subject {
    case photograph(FaceTruth, scale: Double)
    case pan(FacelessPicture, scale: Double, number: Int)
  }

  private func subjects() throws -> [Subject] {
    let folder = try #require(Corpus.faces)
    let photographs = try FaceTruth.load("\(folder)/truth.jsonl").filter { $0.frame == nil }
    let pans = try FacelessPicture.all().enumerated().flatMap { index, picture in
      FacelessPicture.scales.enumerated().map { place, scale in
        Subject.pan(picture, scale: scale, number: index * FacelessPicture.scales.count + place)
      }
    }
    return photographs.flatMap { truth in [0.5, 1, 2].map { .photograph(truth, scale: $0) } } + pans
  }

  private func sample(_ subject: Subject, _ engine: any FaceEngine) throws -> FaceCrossValidation.Sample? {
    switch subject {
    case .photograph(let truth, let scale):
      let path = try #require(Corpus.faces) + "/" + truth.file
      let picture = try Picture(contentsOf: path, options: PictureReadingOptions(pixelFormat: .grey)).pixelBuffer
      let size = VideoDimensions(
        width: Int(Double(picture.width) * scale), height: Int(Double(picture.height) * scale))
      guard size.width * size.height < 2_000_000 else { return nil }
      let name = truth.file.split { "/_".contains($0) }
      return FaceCrossValidation.Sample(
        source: String(name[1] == "neg" ? name[2] : name[1]), truth: truth.scaled(by: scale),
        finds: try finds(in: picture.scaled(to: size), engine))
    case .pan(let picture, let scale, let number):
      return FaceCrossValidation.Sample(
        source: picture.source, truth: FaceTruth(file: picture.path, frame: nil, faces: []),
        finds: try finds(in: picture.pan(scale: scale, number: number).frame(0), engine))
    }
  }

  /// Returns the detections with a lower minimum evidence.
  private func finds(
    in picture: PixelBuffer, _ engine: any FaceEngine
  ) throws -> [(bounds: Rect, evidence: Double)] {
    let scale = WorkingScale(
      minimumFaceSize: 0.03, height: picture.height, window: engine.smallestWindow(for: .frontal))
    let working = try WorkingPicture(of: picture, orientation: .up, scale: scale.factor)
    var profile = DetectionProfile.of(.balanced)
    profile.minimumEvidence = FaceCrossValidation.thresholds[0]
    return try FaceFinder(engine: engine, profile: profile, smallest: scale.smallestFace).faces(in: working).map {
      ($0.box.scaled(by: 1 / working.scale).bounds, $0.evidence)
    }
  }

  @Test("The minimum evidence of a detector works equally well on sources that it wasn't chosen on")
  func photographs() throws {
    let subjects = try subjects()
    let samples = Locked([FaceCrossValidation.Sample]())
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      do {
        let engine = try HaarEngine()
        for index in stride(from: worker, to: subjects.count, by: 4) {
          if let sample = try sample(subjects[index], engine) { samples.withLock { $0.append(sample) } }
        }
      } catch {
        Issue.record("\(error)")
      }
    }
    let validation = FaceCrossValidation(samples: samples.withLock { $0 })
    let rows = validation.rows()
    print("left out | evidence that the others choose | faces | found | taken for one and none")
    for row in rows {
      print(
        "\(row.source) | \(Int(row.threshold)) | \(row.score.present) | \(row.score.found) | \(row.score.falsePositives)"
      )
    }
    let present = rows.reduce(0) { $0 + $1.score.present }
    let found = rows.reduce(0) { $0 + $1.score.found }
    let wrong = rows.reduce(0) { $0 + $1.score.falsePositives }
    print("all | | \(present) | \(found) | \(wrong)")
    #expect(Double(found) / Double(present) >= 0.94)
    #expect(Double(found) / Double(found + wrong) >= 0.98)
  }
}
