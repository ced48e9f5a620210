import OpenCaptureMediaSamples
import OpenCaptureSyntheticDevices
import Testing
import Vision

@Suite("VNDetectFaceRectanglesRequest")
struct FaceTests {
  private func faces(
    _ picture: PixelBuffer, _ orientation: CGImagePropertyOrientation = .up, in region: CGRect? = nil
  ) throws -> [VNFaceObservation] {
    let request = VNDetectFaceRectanglesRequest()
    if let region { request.regionOfInterest = region }
    try VNImageRequestHandler(cvPixelBuffer: picture, orientation: orientation).perform([request])
    return try #require(request.results)
  }

  @Test(
    "A face has its upright position, and positive roll is counter-clockwise", arguments: ImageOrientation.allCases)
  func orientations(_ orientation: ImageOrientation) throws {
    let face = DrawnFace(center: Point(x: 110, y: 75), size: 110, roll: 14)
    let stored = try DrawnFace.picture([face], width: 280, height: 200).uprightCopy(orientation.inverse)
    let observations = try faces(stored, CGImagePropertyOrientation(orientation))
    #expect(observations.count == 1)
    let box = VNImageRectForNormalizedRect(try #require(observations.first).boundingBox, 280, 200)
    #expect(abs(Double(box.midX) - 110) < 12 && abs(Double(box.midY) - 125) < 17)
    #expect(box.height > 75 && box.height < 135)
    let roll = try #require(observations.first?.roll?.doubleValue)
    #expect(abs(roll * 180 / .pi + 14) < 8)
    #expect(abs(observations.first?.yaw?.doubleValue ?? 9) < 0.3)
    let first = observations.first
    #expect(first?.pitch == nil && first?.faceCaptureQuality == nil && first?.confidence == 1)
  }

  @Test("Coordinates are fractions of the region of interest, and faces outside are not detected")
  func region() throws {
    let drawn = [70.0, 210].map { DrawnFace(center: Point(x: $0, y: 100), size: 90) }
    let picture = try DrawnFace.picture(drawn, width: 280, height: 200)
    #expect(try faces(picture).count == 2)
    let right = try faces(picture, in: CGRect(x: 0.5, y: 0, width: 0.5, height: 1))
    #expect(right.count == 1)
    // 210 of 280 is the center of the right half.
    #expect(abs(Double(right.first?.boundingBox.midX ?? 0) - 0.5) < 0.06)
  }

  @Test("One call detects faces and codes")
  func both() throws {
    var picture = try DrawnFace.picture(
      [DrawnFace(center: Point(x: 400, y: 100), size: 110)], width: 500, height: 200
    ) { _, _ in 160 }
    try picture.paste(try CodePicture().pixels, x: 0, y: 0)
    let codes = VNDetectBarcodesRequest()
    let faces = VNDetectFaceRectanglesRequest()
    try VNImageRequestHandler(ciImage: CIImage(cvPixelBuffer: picture)).perform([codes, faces])
    #expect(codes.results?.map(\.payloadStringValue) == ["vision"])
    #expect(faces.results?.count == 1)
  }
}
