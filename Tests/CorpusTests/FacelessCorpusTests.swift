import Fixtures
import Foundation
import OpenCaptureFaces
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Testing

/// Pans over pictures that show no face; what is found there may only become less.
@Suite("Corpus of what is no face", .enabled(if: Corpus.faces != nil && Corpus.codes != nil, "skipped: no corpus"))
struct FacelessCorpusTests {
  @Test("In pictures that show no face, from half their size to four times, hardly anything is taken for one")
  func pictures() throws {
    let pictures = try FacelessPicture.all()
    let (found, count) = (Locked(0), pictures.count * FacelessPicture.scales.count)
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let picture = pictures[index / FacelessPicture.scales.count]
      do {
        let scale = FacelessPicture.scales[index % FacelessPicture.scales.count]
        let faces = try FaceDetector().detect(picture.pan(scale: scale, number: index).frame(0))
        found.withLock { $0 += faces.count }
      } catch {
        Issue.record("\(picture.path): \(error)")
      }
    }
    let megapixels = Double(count * Pan.dimensions.width * Pan.dimensions.height) / 1e6
    let rate = Double(found.withLock { $0 }) / megapixels
    print("in \(count) pictures \(rate) a megapixel taken for faces")
    #expect(rate <= 0.03)
  }

  @Test("In streams that show no face, hardly anything is followed")
  func streams() throws {
    let pictures = try FacelessPicture.all()
    let (found, length) = (Locked(0), 24)
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
