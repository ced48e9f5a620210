import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureSyntheticDevices
import Testing
@testable import OpenCaptureFaces

@Suite("Fine detail")
struct FineDetailTests {
  private let face = FaceBox(center: Point(x: 120, y: 120), size: 110)

  private func picture() throws -> PixelBuffer {
    try DrawnFace.picture([DrawnFace(center: face.center, size: 120)], width: 240, height: 240)
  }

  /// Returns a picture scaled down and up again: the same size, but without fine structures.
  private func enlarged(_ picture: PixelBuffer, by factor: Int) throws -> PixelBuffer {
    let small = VideoDimensions(width: picture.width / factor, height: picture.height / factor)
    return try picture.scaled(to: small).scaled(to: picture.dimensions)
  }

  private func detail(of picture: PixelBuffer) throws -> Double {
    let working = try WorkingPicture(of: picture, orientation: .up, scale: 1)
    let window = CanonicalWindow(box: face, side: 98, faceSide: 64)
    return FineDetail(of: try window.pixels(of: working), side: 64).value
  }

  @Test("An enlarged face has less detail, the more it is enlarged")
  func enlargement() throws {
    let details = try [1, 4, 8].map { try detail(of: enlarged(picture(), by: $0)) }
    #expect(details[1] < 0.9 * details[0])
    #expect(details[2] < 0.7 * details[0])
  }

  @Test("Detail doesn't depend on brightness or contrast")
  func light() throws {
    var dim = try picture()
    try dim.withUnsafeMutablePlane(0) { bytes in
      for index in bytes.indices { bytes[index] = bytes[index] / 2 + 20 }
    }
    #expect(abs(try detail(of: dim) / detail(of: picture()) - 1) < 0.1)
  }

  @Test("A flat or tiny picture has no detail", arguments: [64, 8, 1])
  func flat(_ side: Int) throws {
    var flat = try PixelBuffer(format: .grey, width: side, height: side)
    try flat.withUnsafeMutablePlane(0) { bytes in
      for index in bytes.indices { bytes[index] = 90 }
    }
    #expect(FineDetail(of: flat, side: 64).value == 0)
  }

  @Test("An enlarged face has less evidence than a sharp one")
  func evidence() throws {
    let verifier = FaceVerifier(engine: try HaarEngine())
    let evidences = try [1, 6].map { factor in
      let working = try WorkingPicture(of: enlarged(picture(), by: factor), orientation: .up, scale: 1)
      var verdict = try #require(try verifier.verificationResult(on: face, in: working, rolls: [0]))
      try verifier.confirm(&verdict, in: working)
      return verdict.evidence
    }
    #expect(evidences[1] < 0.8 * evidences[0])
  }
}
