import Fixtures
import Foundation
import OpenCaptureFaces
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Testing

/// Pans over pictures without faces.
///
/// The number of detections may only fall.
@Suite("Corpus without faces", .enabled(if: Corpus.faces != nil && Corpus.codes != nil, "skipped: no corpus found"))
struct FacelessCorpusTests {
  @Test("Pictures without faces, each scaled by one of 0.5 to 4, give hardly any detections")
  func pictures() throws {
    let pictures = try FacelessPicture.all()
    let found = Locked(0)
    DispatchQueue.concurrentPerform(iterations: pictures.count) { index in
      do {
        let scale = FacelessPicture.scales[index % FacelessPicture.scales.count]
        let faces = try FaceDetector().detect(pictures[index].pan(scale: scale, number: index).frame(0))
        found.withLock { $0 += faces.count }
      } catch {
        Issue.record("\(pictures[index].path): \(error)")
      }
    }
    let megapixels = Double(pictures.count * Pan.dimensions.width * Pan.dimensions.height) / 1e6
    let rate = Double(found.withLock { $0 }) / megapixels
    print("in \(pictures.count) pictures \(rate) a megapixel taken for faces")
    #expect(rate <= 0.03)
  }

  @Test("Streams without faces give hardly any tracked faces")
  func streams() throws {
    let pictures = try FacelessPicture.all()
    let found = Locked(0)
    let length = 24
    DispatchQueue.concurrentPerform(iterations: pictures.count) { index in
      do {
        let scale = FacelessPicture.scales[index % FacelessPicture.scales.count]
        let pan = try pictures[index].pan(scale: scale, number: index)
        let faces = try pan.faces(followedBy: FaceTracker(), frames: length)
        found.withLock { $0 += faces.count }
      } catch {
        Issue.record("\(pictures[index].path): \(error)")
      }
    }
    let rate = Double(found.withLock { $0 }) * 1000 / Double(pictures.count * length)
    print("in \(pictures.count) streams \(rate) faces in a thousand frames")
    #expect(rate <= 1)
  }
}
