import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

/// Conversion of whole objects to a view and back.
@Suite struct MetadataObjectTransformTests {
  private let time = MediaTime(value: 7, timescale: 30)

  private func code(_ corners: Corners) -> MachineReadableCodeObject {
    MachineReadableCodeObject(
      type: .qr, cornerPoints: corners, bytes: [0x68, 0x69], stringValue: "hi", time: time, duration: time,
      symbolDescriptor: CodeDescriptor(symbolVersion: 1), engine: "zbar")
  }

  @Test func theCornersOfACodeKeepTheirNames() {
    forRandomGeometries(seed: 30, each: 20) { geometry, random in
      let corners = random.corners()
      let seen = geometry.transformedMetadataObject(for: code(corners)).cornerPoints
      let expected = corners.map(geometry.layerPointConverted(fromCaptureDevicePoint:))
      #expect(seen.topLeft == expected[0] && seen.bottomLeft == expected[1], "\(geometry)")
      #expect(seen.bottomRight == expected[2] && seen.topRight == expected[3], "\(geometry)")
    }
  }

  @Test func theTopLeftOfAnUprightCodeRotatesWithThePicture() {
    let view = Rect(x: 0, y: 0, width: 100, height: 100)
    let square = VideoDimensions(width: 100, height: 100)
    func topLeft(_ rotation: VideoRotation, _ isMirrored: Bool) -> Point {
      let geometry = PreviewGeometry(
        bounds: view, videoDimensions: square, rotation: rotation, isVideoMirrored: isMirrored)
      return geometry.transformedMetadataObject(for: code(Corners(.unit))).cornerPoints.topLeft
    }
    #expect(topLeft(.degrees90, false) == Point(x: 100, y: 0))
    #expect(topLeft(.degrees180, false) == Point(x: 100, y: 100))
    #expect(topLeft(.degrees270, false) == Point(x: 0, y: 100))
    #expect(topLeft(.degrees0, true) == Point(x: 100, y: 0))
    #expect(topLeft(.degrees90, true) == Point(x: 0, y: 0))
  }

  @Test func cornersKeepTheirDirectionUnlessMirrored() {
    forRandomGeometries(seed: 31) { geometry, random in
      let corners = random.corners()
      let seen = geometry.transformedMetadataObject(for: code(corners)).cornerPoints
      #expect((seen.isMirrored != corners.isMirrored) == geometry.isVideoMirrored, "\(geometry)")
    }
  }

  @Test func theBoundsOfACodeHoldItsCornersInTheView() {
    forRandomGeometries(seed: 32, each: 20) { geometry, random in
      let object = code(random.corners())
      let seen = geometry.transformedMetadataObject(for: object)
      let bounds = geometry.layerRectConverted(fromMetadataOutputRect: object.boundingBox)
      #expect(isClose(seen.boundingBox, bounds, scale: 1000), "\(geometry)")
    }
  }

  @Test func otherPropertiesThanPositionsAndAnglesStayUnchanged() {
    let geometry = PreviewGeometry(
      bounds: Rect(x: 5, y: 5, width: 50, height: 80),
      videoDimensions: VideoDimensions(width: 640, height: 480), rotation: .degrees90, isVideoMirrored: true)
    let object = code(Corners(Rect(x: 0.1, y: 0.1, width: 0.2, height: 0.2)))
    var seen = geometry.transformedMetadataObject(for: object)
    #expect(seen != object)
    seen.cornerPoints = object.cornerPoints
    #expect(seen == object)
    let face = FaceObject(faceID: 3, boundingBox: .unit, time: time)
    var seenFace = geometry.transformedMetadataObject(for: face)
    #expect(!seenFace.hasRollAngle && !seenFace.hasYawAngle)
    seenFace.boundingBox = face.boundingBox
    #expect(seenFace == face)
  }

  @Test func codesSurviveARoundTripThroughTheView() {
    forRandomGeometries(seed: 33, each: 50) { geometry, random in
      let object = code(random.corners())
      let seen = geometry.transformedMetadataObject(for: object)
      let back = geometry.metadataObjectConverted(fromLayerObject: seen)
      #expect(isClose(back.cornerPoints, object.cornerPoints), "\(geometry)")
    }
  }

  @Test func facesSurviveARoundTripThroughTheView() throws {
    try forRandomFaces(seed: 34) { geometry, face in
      let seen = geometry.transformedMetadataObject(for: face)
      let back = geometry.metadataObjectConverted(fromLayerObject: seen)
      #expect(isClose(back.boundingBox, face.boundingBox), "\(geometry)")
      let before = try #require(face.roll)
      let after = try #require(back.roll)
      #expect(isClose(after, before, scale: 180), "\(geometry)")
      #expect(back.yaw == face.yaw, "\(geometry)")
    }
  }

  @Test func aListOfSeveralTypesIsConvertedAtOnce() {
    let geometry = PreviewGeometry(
      bounds: Rect(x: 0, y: 0, width: 200, height: 100),
      videoDimensions: VideoDimensions(width: 640, height: 320))
    let rect = Rect(x: 0.5, y: 0.5, width: 0.25, height: 0.25)
    let found: [any MetadataObject] = [FaceObject(faceID: 1, boundingBox: rect), code(Corners(rect))]
    let seen = found.map { geometry.transformedMetadataObject(for: $0) }
    #expect(seen.map(\.type) == [.face, .qr])
    #expect(seen.map(\.boundingBox) == Array(repeating: Rect(x: 100, y: 50, width: 50, height: 25), count: 2))
  }

  @Test func aDetectionInTheUprightPictureSurvivesARoundTripThroughTheDevice() {
    let dimensions = VideoDimensions(width: 1920, height: 1080)
    let toPixels = PictureTransform.uprightPixels(of: dimensions, orientation: .right)
    let inPicture = FaceObject(
      faceID: 1, boundingBox: Rect(x: 108, y: 192, width: 540, height: 960), roll: 10, yaw: 20)
    let onDevice = inPicture.transformed(by: toPixels.inverse)
    #expect(isClose(onDevice.boundingBox, Rect(x: 0.1, y: 0.4, width: 0.5, height: 0.5)))
    #expect(onDevice.roll == -80)
    #expect(onDevice.yaw == 20)
    #expect(isClose(onDevice.transformed(by: toPixels).boundingBox, inPicture.boundingBox))
  }
}
