import CoreImage
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureSyntheticDevices
import Testing

@Suite("CIDetector")
struct CIDetectorTests {
  /// A white image of 300 × 200 pixels, with a code from (20, 30) to (20 + side, 30 + side), y down.
  private static func pictureWithCode(_ text: String = "core image") throws -> (picture: PixelBuffer, side: Double)
  {
    let symbol = try #require(QRSymbol(text))
    var picture = try TestPicture.plain(300, 200, .grey, value: 255)
    try picture.paste(try symbol.picture(pixelsPerModule: 4, quietZone: 0), x: 20, y: 30)
    return (picture, Double(symbol.side * 4))
  }

  private func isNear(_ a: CGPoint, _ b: CGPoint, within distance: Double = 2) -> Bool {
    abs(Double(a.x - b.x)) < distance && abs(Double(a.y - b.y)) < distance
  }

  private func codes(_ image: CIImage, _ options: [String: Any]? = nil) throws -> [CIQRCodeFeature] {
    let detector = try #require(CIDetector(ofType: CIDetectorTypeQRCode, context: nil, options: options))
    return detector.features(in: image).compactMap { $0 as? CIQRCodeFeature }
  }

  @Test(
    "A code has its text and corners in image coordinates, in every orientation",
    arguments: CGImagePropertyOrientation.allCases)
  func codeCorners(_ orientation: CGImagePropertyOrientation) throws {
    let (picture, side) = try Self.pictureWithCode()
    let stored = CIImage(cvPixelBuffer: picture)
    let turn = stored.orientationTransform(for: orientation)
    let code = try #require(try codes(stored.oriented(orientation)).first)
    #expect(code.messageString == "core image")
    #expect(code.type == CIFeatureTypeQRCode)
    let corners = [(20, 170), (20 + side, 170), (20, 170 - side), (20 + side, 170 - side)].map {
      CGPoint(x: $0.0, y: $0.1).applying(turn)
    }
    #expect(isNear(code.topLeft, corners[0]) && isNear(code.topRight, corners[1]))
    #expect(isNear(code.bottomLeft, corners[2]) && isNear(code.bottomRight, corners[3]))
    let bounds = CGRect(x: 20, y: 170 - side, width: side, height: side).applying(turn)
    #expect(isNear(code.bounds.origin, bounds.origin))
    #expect(abs(Double(code.bounds.width) - side) < 3)
  }

  @Test("The position of a code follows cropping and transforms")
  func placedCode() throws {
    let (picture, side) = try Self.pictureWithCode()
    let image = CIImage(cvPixelBuffer: picture)
    let part = image.cropped(to: CGRect(x: 8, y: 10, width: 200, height: 175))
    #expect(isNear(try #require(try codes(part).first).topLeft, CGPoint(x: 20, y: 170)))
    let moved = image.transformed(by: CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 100, ty: -50))
    #expect(
      isNear(
        try #require(try codes(moved).first).bottomRight, CGPoint(x: 140 + 2 * side, y: 290 - 2 * side), within: 4))
    #expect(try codes(image.cropped(to: CGRect(x: 250, y: 0, width: 50, height: 50))).isEmpty)
    #expect(try codes(.empty()).isEmpty)
  }

  @Test("The options of maximum count and accuracy apply")
  func options() throws {
    let image = CIImage(cvPixelBuffer: try Self.pictureWithCode().picture)
    #expect(try codes(image, [CIDetectorAccuracy: CIDetectorAccuracyLow]).count == 1)
    #expect(try codes(image, [CIDetectorMaxFeatureCount: 0]).isEmpty)
  }

  @Test(
    "Detectors of unsupported types are nil",
    arguments: [CIDetectorTypeText, CIDetectorTypeRectangle, "x"])
  func types(_ type: String) { #expect(CIDetector(ofType: type, context: nil, options: nil) == nil) }

  @Test(
    "A face has its stored position, and the angle of the upright image",
    arguments: CGImagePropertyOrientation.allCases)
  func faces(_ orientation: CGImagePropertyOrientation) throws {
    let face = DrawnFace(center: Point(x: 110, y: 75), size: 110, roll: 14)
    let upright = try DrawnFace.picture([face], width: 280, height: 200)
    let stored = try upright.uprightCopy(orientation.imageOrientation.inverse)
    let detector = try #require(
      CIDetector(
        ofType: CIDetectorTypeFace, context: CIContext(), options: [CIDetectorAccuracy: CIDetectorAccuracyHigh]))
    let image = CIImage(cvPixelBuffer: stored)
    let features = detector.features(in: image, options: [CIDetectorImageOrientation: Int(orientation.rawValue)])
    #expect(features.count == 1)
    let feature = try #require(features.first as? CIFaceFeature)
    let center = CGPoint(x: feature.bounds.midX, y: feature.bounds.midY)
      .applying(image.orientationTransform(for: orientation))
    #expect(isNear(center, CGPoint(x: 110, y: 125), within: 16))
    // Counter-clockwise in the upright image.
    #expect(feature.hasFaceAngle && abs(feature.faceAngle + 14) < 8)
    #expect(!feature.hasTrackingID && !feature.hasSmile && !feature.hasLeftEyePosition && !feature.leftEyeClosed)
  }

  @Test("Faces below the minimum size are not detected, and the maximum count applies")
  func faceOptions() throws {
    let faces = [(50.0, 50.0), (190, 130)].map { DrawnFace(center: Point(x: $0.0, y: 100), size: $0.1) }
    let image = CIImage(cvPixelBuffer: try DrawnFace.picture(faces, width: 280, height: 200))
    let counts = [[:], [CIDetectorMinFeatureSize: 0.45], [CIDetectorMaxFeatureCount: 1]].map { options in
      CIDetector(ofType: CIDetectorTypeFace, context: nil, options: options)?.features(in: image).count
    }
    #expect(counts == [2, 1, 1])
  }

  @Test("A tracked face keeps its number across frames")
  func tracking() throws {
    let detector = try #require(
      CIDetector(ofType: CIDetectorTypeFace, context: nil, options: [CIDetectorTracking: true]))
    var seen: [CIFaceFeature] = []
    for step in 0..<12 {
      let face = DrawnFace(center: Point(x: 100 + Double(step) * 2, y: 100), size: 110)
      let image = CIImage(cvPixelBuffer: try DrawnFace.picture([face], width: 280, height: 200))
      seen += detector.features(in: image).compactMap { $0 as? CIFaceFeature }
    }
    #expect(seen.count >= 8)
    #expect(Set(seen.map(\.trackingID)).count == 1 && seen.allSatisfy(\.hasTrackingID))
    #expect(seen.map(\.trackingFrameCount) == Array(1...Int32(seen.count)))
  }

  @Test("Several threads can use one detector, with equal results")
  func threads() throws {
    let detector = try #require(CIDetector(ofType: CIDetectorTypeFace, context: nil, options: nil))
    let face = DrawnFace(center: Point(x: 120, y: 95), size: 110)
    let image = CIImage(cvPixelBuffer: try DrawnFace.picture([face], width: 280, height: 200))
    let bounds = try onThreads(4) { _ in detector.features(in: image).map(\.bounds) }
    #expect(bounds.count == 4 && Set(bounds.map(\.description)).count == 1 && bounds[0].count == 1)
  }
}
