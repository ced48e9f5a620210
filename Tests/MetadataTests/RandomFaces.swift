import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Calls the closure with thousands of tilted and rotated faces, each in a random geometry.
func forRandomFaces(
  seed: UInt64, gravities: [VideoGravity] = VideoGravity.allCases,
  _ body: (PreviewGeometry, FaceObject) throws -> Void
) throws {
  var pairs: [(PreviewGeometry, FaceObject)] = []
  forRandomGeometries(seed: seed, gravities: gravities) { geometry, random in
    let roll = random.number(-179.9...180)
    let yaw = random.number(-90...90)
    let face = FaceObject(faceID: pairs.count, boundingBox: random.rect(), roll: roll, yaw: yaw)
    pairs.append((geometry, face))
  }
  for (geometry, face) in pairs { try body(geometry, face) }
}
