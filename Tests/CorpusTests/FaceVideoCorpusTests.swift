import OpenCaptureFaces
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureMovies
import OpenCaptureProcessing
import Testing

/// Labelled videos from other sources.
///
/// The floors may only rise.
@Suite("Corpus of videos of faces", .enabled(if: Corpus.faces != nil, "skipped: no corpus found"))
struct FaceVideoCorpusTests {
  /// The result for one video.
  private struct Result {
    var score = FaceScore()
    /// The number of times that a person got another number.
    var numberChanges = 0
    private var numbers: [Int: Int] = [:]

    mutating func add(_ faces: [FaceObject], _ truth: FaceTruth) {
      for (person, face) in zip(score.add(faces.map(\.boundingBox), truth), faces) {
        guard let person else { continue }
        if let number = numbers[person], number != face.faceID { numberChanges += 1 }
        numbers[person] = face.faceID
      }
    }
  }

  private func result(_ path: String, _ truths: [FaceTruth], hindsight: Int) throws -> Result {
    var pipeline = FramePipeline([try FaceTracker()], hindsight: hindsight) { Issue.record("\(path): \($0)") }
    let movie = try MovieReader(contentsOf: path)
    // Only the faces are kept; frames are released at once.
    func take(_ frame: Frame) {
      let sample = frame.sampleBuffer
      let upright = PictureTransform.uprightPixels(
        of: sample.format.videoDimensions, orientation: sample.orientation)
      found.append(frame.metadataObjects.compactMap { ($0 as? FaceObject)?.transformed(by: upright) })
    }
    var found: [[FaceObject]] = []
    while let sample = try movie.nextSample() { if let frame = pipeline.process(Frame(sample)) { take(frame) } }
    for frame in pipeline.finish() { take(frame) }
    var result = Result()
    for truth in truths {
      let number = try #require(truth.frame)
      result.add(found.indices.contains(number) ? found[number] : [], truth)
    }
    return result
  }

  @Test(
    "Faces in videos: as many are tracked as before, each with one number, without additional false ones",
    arguments: [(24, 0.92, 0.99), (0, 0.85, 0.99)])
  func videos(_ hindsight: Int, _ leastRecall: Double, _ leastPrecision: Double) throws {
    let folder = try #require(Corpus.faces)
    let truths = Dictionary(
      grouping: try FaceTruth.load("\(folder)/truth.jsonl").filter { $0.frame != nil }, by: \.file)
    #expect(truths.count == 5)
    let results = try truths.map { file, truths in
      try result("\(folder)/\(file)", truths.sorted { $0.frame ?? 0 < $1.frame ?? 0 }, hindsight: hindsight)
    }
    let recall = results.reduce(0) { $0 + $1.score.recall } / Double(results.count)
    let precision = results.reduce(0) { $0 + $1.score.precision } / Double(results.count)
    print("hindsight \(hindsight): \(recall) of the faces followed, precision \(precision)")
    #expect(recall >= leastRecall)
    #expect(precision >= leastPrecision)
    #expect(results.allSatisfy { $0.numberChanges == 0 })
  }
}
