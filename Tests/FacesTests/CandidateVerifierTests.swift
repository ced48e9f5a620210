import OpenCaptureSyntheticDevices
@testable import OpenCaptureFaces
import Fixtures
import OpenCaptureMediaSamples
import Testing

@Suite("CandidateVerifier")
struct CandidateVerifierTests {
  private func finding(
    at box: FaceBox, aspect: FaceSide = .frontal, in picture: PixelBuffer
  ) throws -> CandidateVerifier.Finding {
    let working = try WorkingPicture(of: picture, orientation: .up, scale: 0.5)
    return try CandidateVerifier(engine: HaarEngine()).finding(at: box.scaled(by: 0.5), aspect: aspect, in: working)
  }

  private let box = FaceBox(center: Point(x: 160, y: 120), size: 90)

  @Test("A clear face gets many votes in two scans and an exact position, even from beside it")
  func face() throws {
    let picture = try DrawnFace.picture(
      [DrawnFace(center: box.center, size: 100)], width: 320, height: 240)
    for shift in [-10.0, 0, 10] {
      var place = box
      place.center.x += shift
      let finding = try finding(at: place, in: picture)
      #expect(finding.votes >= 20 && finding.scans == 2)
      let found = try #require(finding.box)
      #expect(found.scaled(by: 2).distance(to: box) < 0.1)
    }
  }

  @Test("A place without a face is rejected after one scan", arguments: [FaceSide.frontal, .left, .right])
  func nothing(_ aspect: FaceSide) throws {
    let picture = try DrawnFace.picture([], width: 320, height: 240)
    #expect(try finding(at: box, aspect: aspect, in: picture) == CandidateVerifier.Finding(scans: 1))
  }

  @Test("A verification at or beyond the picture's edge finds nothing")
  func rim() throws {
    let picture = try DrawnFace.picture([], width: 320, height: 240)
    for center in [Point(x: 0, y: 0), Point(x: 320, y: 240), Point(x: -900, y: 5000)] {
      #expect(try finding(at: FaceBox(center: center, size: 90), in: picture).votes == 0)
    }
  }
}
