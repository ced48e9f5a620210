import OpenCapture

/// Where the faces in a picture are, in pixels of the upright picture, and how the heads are tilted, in degrees.
func faces(in path: String) throws -> [(bounds: Rect, roll: Double?)] {
  let sample = try EncodedPicture(contentsOf: path).sampleBuffer()
  let pixels = PictureTransform.uprightPixels(
    of: sample.formatDescription.dimensions, orientation: sample.orientation)
  return try FaceDetector().detect(sample).map { face in
    let face = face.transformed(by: pixels)
    return (face.bounds, face.rollAngle)
  }
}

/// When each face of a movie was first seen, in seconds, by its number.
func firstAppearances(in movie: String) async throws -> [Int: Double] {
  var tracker = try FaceTracker()
  var times: [Int: Double] = [:]
  for try await sample in try MovieReader(contentsOf: movie).samples {
    for face in try tracker.track(sample) where times[face.faceID] == nil {
      times[face.faceID] = face.time.seconds
    }
  }
  return times
}
