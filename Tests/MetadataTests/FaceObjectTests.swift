import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite struct FaceObjectTests {
  /// Returns a unit vector that points `degrees` clockwise of the top, with y down.
  private func direction(_ degrees: Double) -> Point {
    Point(x: sin(degrees * .pi / 180), y: -cos(degrees * .pi / 180))
  }

  /// Returns the direction in the view of a short sensor vector at the middle of the crop, with length 1.
  private func seen(_ vector: Point, in geometry: PreviewGeometry) -> Point {
    let middle = geometry.zoomCrop.center
    let sensor = geometry.videoDimensions.size
    let tip = Point(x: middle.x + vector.x / sensor.width, y: middle.y + vector.y / sensor.height)
    let start = geometry.layerPointConverted(fromCaptureDevicePoint: middle)
    let end = geometry.layerPointConverted(fromCaptureDevicePoint: tip)
    let length = hypot(end.x - start.x, end.y - start.y)
    return Point(x: (end.x - start.x) / length, y: (end.y - start.y) / length)
  }

  private func dot(_ a: Point, _ b: Point) -> Double { a.x * b.x + a.y * b.y }

  @Test func rollPointsToTheVisibleTopOfTheHead() throws {
    try forRandomFaces(seed: 40, gravities: [.resizeAspect, .resizeAspectFill]) { geometry, face in
      let before = face.rollAngle
      let after = geometry.transformedMetadataObject(for: face).rollAngle
      let up = seen(direction(try #require(before)), in: geometry)
      let roll = try #require(after)
      #expect(dot(up, direction(roll)) > 1 - 1e-9, "\(geometry) \(face)")
    }
  }

  @Test func yawFollowsTheVisibleDirectionOfTheFace() throws {
    try forRandomFaces(seed: 41, gravities: [.resizeAspect, .resizeAspectFill]) { geometry, face in
      // A face with positive yaw looks to its own right as seen, a quarter turn clockwise of its top.
      let roll = try #require(face.rollAngle)
      let yaw = try #require(face.yawAngle)
      let gaze = seen(direction(roll + (yaw < 0 ? -90 : 90)), in: geometry)
      let after = geometry.transformedMetadataObject(for: face)
      let rollAfter = try #require(after.rollAngle)
      let yawAfter = try #require(after.yawAngle)
      let right = direction(rollAfter + 90)
      let expected = dot(gaze, right) * abs(yaw)
      #expect(isClose(yawAfter, expected, scale: 90), "\(geometry) \(face)")
    }
  }

  @Test(
    arguments: [
      (.degrees0, false, 30, 10), (.degrees90, false, 120, 10), (.degrees180, false, -150, 10),
      (.degrees270, false, -60, 10), (.degrees0, true, -30, -10), (.degrees90, true, -120, -10),
      (.degrees180, true, 150, -10), (.degrees270, true, 60, -10),
    ] as [(VideoRotation, Bool, Double, Double)])
  func rotationAddsToRollAndMirroringThenNegatesIt(
    rotation: VideoRotation, isMirrored: Bool, roll: Double, yaw: Double
  ) {
    var geometry = PreviewGeometry(
      bounds: Rect(x: 0, y: 0, width: 300, height: 200),
      videoDimensions: VideoDimensions(width: 640, height: 480))
    geometry.rotation = rotation
    geometry.isVideoMirrored = isMirrored
    let face = FaceObject(faceID: 1, bounds: .unit, rollAngle: 30, yawAngle: 10)
    let seen = geometry.transformedMetadataObject(for: face)
    #expect(seen.rollAngle == roll)
    #expect(seen.yawAngle == yaw)
  }

  @Test func stretchingDoesNotChangeAngles() throws {
    try forRandomFaces(seed: 42, gravities: [.resize]) { stretched, face in
      var fitted = stretched
      fitted.videoGravity = .resizeAspect
      let inStretched = stretched.transformedMetadataObject(for: face)
      let inFitted = fitted.transformedMetadataObject(for: face)
      #expect(inStretched.rollAngle == inFitted.rollAngle && inStretched.yawAngle == inFitted.yawAngle)
    }
  }

  @Test func anglesStayAboveMinus180AndUpTo180() {
    for (degrees, kept) in [(180, 180), (-180, 180), (181, -179), (-181, 179), (360, 0), (540, 180)] {
      var face = FaceObject(faceID: 1, bounds: .unit, rollAngle: Double(degrees), yawAngle: Double(degrees))
      #expect(face.rollAngle == Double(kept) && face.yawAngle == Double(kept))
      face = FaceObject(faceID: 1, bounds: .unit)
      face.rollAngle = Double(degrees)
      face.yawAngle = Double(degrees)
      #expect(face.rollAngle == Double(kept) && face.yawAngle == Double(kept))
    }
  }

  @Test func zeroHasNoSign() {
    let face = FaceObject(faceID: 1, bounds: .unit, rollAngle: -0.0, yawAngle: 0)
    let mirror = PictureTransform(from: .unit, orientation: .upMirrored, to: .unit)
    #expect(face.rollAngle?.sign == .plus)
    #expect(face.transformed(by: mirror).yawAngle?.sign == .plus)
  }

  @Test func anAngleThatIsNotFiniteIsUnknown() {
    var face = FaceObject(faceID: 1, bounds: .unit, rollAngle: .nan, yawAngle: .infinity)
    #expect(!face.hasRollAngle && face.rollAngle == nil)
    #expect(!face.hasYawAngle && face.yawAngle == nil)
    face.rollAngle = 5
    #expect(face.hasRollAngle)
    face.rollAngle = -.infinity
    #expect(!face.hasRollAngle)
  }

  @Test func aFaceHasTheFaceTypeAndAnUnknownTimeByDefault() {
    let face = FaceObject(faceID: 1, bounds: .unit)
    #expect(face.type == .face)
    #expect(!face.time.isValid && !face.duration.isValid)
  }
}
