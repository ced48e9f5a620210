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
      let before = face.roll
      let after = geometry.transformedMetadataObject(for: face).roll
      let up = seen(direction(try #require(before)), in: geometry)
      let roll = try #require(after)
      #expect(dot(up, direction(roll)) > 1 - 1e-9, "\(geometry) \(face)")
    }
  }

  @Test func yawFollowsTheVisibleDirectionOfTheFace() throws {
    try forRandomFaces(seed: 41, gravities: [.resizeAspect, .resizeAspectFill]) { geometry, face in
      // A face with positive yaw looks to its own right as seen, a quarter turn clockwise of its top.
      let roll = try #require(face.roll)
      let yaw = try #require(face.yaw)
      let gaze = seen(direction(roll + (yaw < 0 ? -90 : 90)), in: geometry)
      let after = geometry.transformedMetadataObject(for: face)
      let rollAfter = try #require(after.roll)
      let yawAfter = try #require(after.yaw)
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
    let face = FaceObject(faceID: 1, boundingBox: .unit, roll: 30, yaw: 10)
    let seen = geometry.transformedMetadataObject(for: face)
    #expect(seen.roll == roll)
    #expect(seen.yaw == yaw)
  }

  @Test("Landmarks are converted like the bounds, and stay those of the person")
  func landmarks() throws {
    let landmarks = FaceLandmarks(
      rightEye: Point(x: 0.4, y: 0.4), leftEye: Point(x: 0.6, y: 0.4), nose: Point(x: 0.5, y: 0.5),
      rightMouthCorner: Point(x: 0.4, y: 0.6), leftMouthCorner: Point(x: 0.6, y: 0.6))
    let bounds = Rect(x: 0.3, y: 0.2, width: 0.4, height: 0.6)
    let face = FaceObject(faceID: 1, boundingBox: bounds, landmarks: landmarks)
    let geometry = { (isMirrored: Bool) in
      var geometry = PreviewGeometry(
        bounds: Rect(x: 0, y: 0, width: 640, height: 480),
        videoDimensions: VideoDimensions(width: 640, height: 480))
      geometry.isVideoMirrored = isMirrored
      return geometry
    }
    let plain = try #require(geometry(false).transformedMetadataObject(for: face).landmarks)
    #expect(abs(plain.rightEye.x - 256) < 1e-9 && abs(plain.leftMouthCorner.y - 288) < 1e-9)
    let mirrored = try #require(geometry(true).transformedMetadataObject(for: face).landmarks)
    #expect(abs(mirrored.rightEye.x - 384) < 1e-9 && abs(mirrored.leftEye.x - 256) < 1e-9)
  }

  @Test func stretchingDoesNotChangeAngles() throws {
    try forRandomFaces(seed: 42, gravities: [.resize]) { stretched, face in
      var fitted = stretched
      fitted.videoGravity = .resizeAspect
      let inStretched = stretched.transformedMetadataObject(for: face)
      let inFitted = fitted.transformedMetadataObject(for: face)
      #expect(inStretched.roll == inFitted.roll && inStretched.yaw == inFitted.yaw)
    }
  }

  @Test func anglesStayAboveMinus180AndUpTo180() {
    for (degrees, kept) in [(180, 180), (-180, 180), (181, -179), (-181, 179), (360, 0), (540, 180)] {
      var face = FaceObject(faceID: 1, boundingBox: .unit, roll: Double(degrees), yaw: Double(degrees))
      #expect(face.roll == Double(kept) && face.yaw == Double(kept))
      face = FaceObject(faceID: 1, boundingBox: .unit)
      face.roll = Double(degrees)
      face.yaw = Double(degrees)
      #expect(face.roll == Double(kept) && face.yaw == Double(kept))
    }
  }

  @Test func zeroHasNoSign() {
    let face = FaceObject(faceID: 1, boundingBox: .unit, roll: -0.0, yaw: 0)
    let mirror = PictureTransform(from: .unit, orientation: .upMirrored, to: .unit)
    #expect(face.roll?.sign == .plus)
    #expect(face.transformed(by: mirror).yaw?.sign == .plus)
  }

  @Test func anAngleThatIsNotFiniteIsUnknown() {
    var face = FaceObject(faceID: 1, boundingBox: .unit, roll: .nan, yaw: .infinity)
    #expect(!face.hasRollAngle && face.roll == nil)
    #expect(!face.hasYawAngle && face.yaw == nil)
    face.roll = 5
    #expect(face.hasRollAngle)
    face.roll = -.infinity
    #expect(!face.hasRollAngle)
  }

  @Test func aFaceHasTheFaceTypeAndAnUnknownTimeByDefault() {
    let face = FaceObject(faceID: 1, boundingBox: .unit)
    #expect(face.type == .face)
    #expect(!face.time.isValid && !face.duration.isValid)
  }
}
