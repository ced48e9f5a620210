import OpenCaptureSyntheticDevices
import OpenCaptureFaces
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

/// Transforming a detected face must give the same result as detecting a face in the transformed picture.
@Suite("Faces through PreviewGeometry")
struct FaceGeometryTests {
  @Test(
    "A face in a rotated or mirrored view matches that in the rotated or mirrored picture",
    arguments: VideoRotation.allCases, [false, true])
  func views(_ rotation: VideoRotation, _ isMirrored: Bool) throws {
    let detector = try FaceDetector()
    let face = DrawnFace(center: Point(x: 120, y: 95), size: 110, roll: 14)
    let picture = try DrawnFace.picture([face], width: 280, height: 200)
    let shown = picture.dimensions.upright(ImageOrientation(quarterTurns: rotation.quarterTurns)).size
    let geometry = PreviewGeometry(
      bounds: Rect(origin: .zero, size: shown), videoDimensions: picture.dimensions, rotation: rotation,
      isVideoMirrored: isMirrored)
    // The view rendered as pixels, with its orientation.
    let view = try picture.uprightCopy(geometry.orientation)
    let found = try #require(try detector.detect(picture).first)
    let expected = geometry.transformedMetadataObject(for: found)
    let seen = try #require(try detector.detect(view, orientation: geometry.orientation.inverse).first)
    let toView = PictureTransform(from: .unit, to: Rect(origin: .zero, size: shown))
    let inView = seen.transformed(by: toView)
    #expect(abs(inView.boundingBox.center.x - expected.boundingBox.center.x) < 2)
    #expect(abs(inView.boundingBox.center.y - expected.boundingBox.center.y) < 2)
    #expect(abs(inView.boundingBox.width - expected.boundingBox.width) < 4)
    #expect(abs(inView.boundingBox.height - expected.boundingBox.height) < 4)
    let roll = try #require(inView.roll)
    #expect(abs((roll - (expected.roll ?? 999)).remainder(dividingBy: 360)) < 2)
  }

  @Test("Mirroring the picture negates roll and yaw")
  func mirroring() throws {
    let detector = try FaceDetector()
    let face = DrawnFace(center: Point(x: 100, y: 100), size: 110, roll: 14)
    let picture = try DrawnFace.picture([face], width: 200, height: 200)
    let plain = try #require(try detector.detect(picture).first)
    let mirrored = try #require(try detector.detect(picture.uprightCopy(.upMirrored)).first)
    let mirror = PictureTransform(from: .unit, orientation: .upMirrored, to: .unit)
    let expected = plain.transformed(by: mirror)
    #expect(abs((mirrored.roll ?? 99) - (expected.roll ?? -99)) < 3)
    #expect(abs((mirrored.yaw ?? 99) - (expected.yaw ?? -99)) < 12)
    #expect(abs(mirrored.boundingBox.center.x - expected.boundingBox.center.x) < 0.02)
  }
}
